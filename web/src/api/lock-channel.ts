/** One for the page, which does not hear itself. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('paraph.lock');

/** Tells the other tabs of this browser that its device is being handed over. */
export function announceLock(): void {
  channel?.postMessage('locked');
}

/**
 * Leaves this page as soon as another tab hands the device over, and loads it anew where the browser brings it back as
 * it was left. Either way the server shows nothing any more.
 */
export function leaveOnLock(): void {
  channel?.addEventListener('message', () => location.replace('/locked'));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
