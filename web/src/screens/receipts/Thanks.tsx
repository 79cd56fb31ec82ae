/** Renders the words to a candidate after the end; undefined if this device does not know their name. */
export function Thanks({ name }: { name: string | undefined }) {
  if (name === undefined) return 'Thank you for your time.';
  return (
    <>
      Thank you, <bdi>{name}</bdi>. Save your code and receipt.
    </>
  );
}
