import { Fault } from '@paraph/domain';
import { callGuarded, type GuardedCall } from './http-client.ts';
import type { SmsSettings } from './sms-message.ts';

/** Answers of a gateway are short; more is not read. */
const ANSWER_BYTES_MAX = 16_384;

/**
 * Posts to the gateway; returns what its answer says, if it is JSON.
 *
 * @throws Fault for any status but 2xx: retryable unless the message itself was refused
 */
export async function postToGateway(
  { url, timeoutMs }: Pick<SmsSettings, 'timeoutMs' | 'url'>,
  { body, headers }: Pick<GuardedCall, 'headers'> & { body: string },
): Promise<Record<string, unknown>> {
  const { status, bytes } = await callGuarded({
    ...{ url, body, headers, timeoutMs, responseBytesMax: ANSWER_BYTES_MAX },
    ...{ verifyCertificate: true, allowLoopback: true, ownHosts: [], isOperators: true },
  }).catch((error: unknown) => {
    if (error instanceof Fault)
      throw new Fault(`The gateway: ${error.message}`, { retryable: error.retryable, cause: error });
    throw error;
  });
  const answer = readAnswer(bytes);
  if (status >= 200 && status < 300) return answer;
  throw new Fault(reasonOf(status, answer), { retryable: !isFinal(status) });
}

/** What is wrong with the message stays wrong; a login may be corrected, and everything else may pass. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407, 408, 425, 429].includes(status);
}

function reasonOf(status: number, answer: Record<string, unknown>): string {
  const { message, error } = answer;
  const said = [message, error].find((text) => typeof text === 'string' && text !== '');
  if (status === 401 || status === 403) return 'The gateway refused the login of this service.';
  return said === undefined ? `The gateway answered ${status}.` : printable(String(said));
}

function readAnswer(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A line of what a gateway says. */
export function printable(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
