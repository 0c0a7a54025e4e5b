/** A mail is somebody else's page: nothing in it runs, and its links open in tabs of their own. */
export function MailFrame({ id, title }: { id: number; title: string }) {
  return (
    <iframe
      title={title}
      src={`/api/v1/mailbox/${id}/page`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="h-[70vh] min-h-96 w-full rounded-paper border border-line"
    />
  );
}
