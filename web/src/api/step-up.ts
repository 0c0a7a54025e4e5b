/** Shows a dialog in which the person shows a factor again; false where they close it. */
type AskAgain = () => Promise<boolean>;

let askAgain: AskAgain | null = null;
let asking: Promise<boolean> | null = null;

/** The page that can ask; the answer forgets it. */
export function answerStepUp(ask: AskAgain): () => void {
  askAgain = ask;
  return () => {
    askAgain = null;
  };
}

/** Once for all calls that wait for it. False where no page can ask. */
export async function requestStepUp(): Promise<boolean> {
  asking ??=
    askAgain?.().finally(() => {
      asking = null;
    }) ?? null;
  return (await asking) ?? false;
}
