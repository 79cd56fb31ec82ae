/** The id of the element that holds the toasts. */
export const TOASTS_ID = 'toasts';

/** Shows the toasts above everything, also above a modal that opened later. Browsers without popovers ignore it. */
export function raiseToasts(): void {
  const place = document.getElementById(TOASTS_ID);
  place?.hidePopover?.();
  if (place?.hasChildNodes()) place.showPopover?.();
}
