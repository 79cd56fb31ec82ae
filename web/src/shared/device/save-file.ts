/** Gives a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file when the click returns; some read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
