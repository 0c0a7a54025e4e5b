const CALLBACK_CHARACTERS_MAX = 2_000;
const PARAMETER = /[?&]+(?=(?:callback|auto_start)=)/;

/** The query parameters of a designer's address. */
export interface WayBack {
  /** Where the page returns to when the user has finished; null without a valid address. */
  callback: string | null;
  autoStart: boolean;
}

/**
 * Reads the query as clients in use write it (interface.md §11): the callback unencoded, encoded once or twice, and
 * parameters glued on with a second `?`.
 */
export function readWayBack(address: string, { baseUrl }: { baseUrl: string }): WayBack {
  const parameters = address.split(PARAMETER).slice(1);
  const find = (name: string) =>
    parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  const callback = find('callback');
  return {
    callback: callback === undefined ? null : readCallback(callback, baseUrl),
    autoStart: /^(1|true)(?![^?&])/.test(find('auto_start') ?? ''),
  };
}

/** A web address that a person may be sent to: https, http on their own machine, or this instance itself. */
function readCallback(text: string, baseUrl: string): string | null {
  const address = decoded(text);
  if (address === null || address.length > CALLBACK_CHARACTERS_MAX) return null;
  // The platform's parser drops tabs and line ends and turns backslashes: what a person reads must be what is meant.
  if (/[\s\p{Cc}\\]/u.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  const isOwn = url.origin === new URL(baseUrl).origin;
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const isAllowed = isOwn || url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
  return isAllowed ? url.href : null;
}

/** An unencoded value extends to the end; an encoded one ends at the next parameter and is decoded once or twice. */
function decoded(text: string): string | null {
  if (isWebAddress(text)) return text;
  let value = text.split(/[?&]/)[0] ?? '';
  for (let times = 0; times < 2; times += 1) {
    if (!isEncoded(value)) return null;
    value = decodeURIComponent(value);
    if (isWebAddress(value)) return value;
  }
  return null;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text);
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== text;
  } catch {
    return false;
  }
}
