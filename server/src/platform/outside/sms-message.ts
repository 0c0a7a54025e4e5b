export interface SmsSettings {
  /** `http`: POST of JSON with our signature; `twilio`: a form with basic authentication; `smpp`: SMPP 3.4. */
  kind: (typeof SMS_KINDS)[number];
  url: string;
  /** Account or system id; empty for `http`. */
  user: string;
  /** Password, token, or the secret of the signature. */
  secret: string;
  /** Number or name that messages come from; empty: the gateway's own. */
  from: string;
  timeoutMs: number;
}

export const SMS_KINDS = ['http', 'twilio', 'smpp'] as const;

export interface TextMessage {
  /** The same on every attempt, so that a gateway can detect duplicates. */
  id: string;
  /** E.164. */
  to: string;
  text: string;
  /** Where the gateway may report what became of the message; null: nowhere. */
  statusUrl: string | null;
}

/** The JSON object that a gateway sends; empty where it is none. */
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
