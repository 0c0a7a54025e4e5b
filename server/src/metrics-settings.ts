import { readFileSync } from 'node:fs';

/** Who may read the metrics. Without both settings they are not served. */
export interface MetricsSettings {
  /** What a collector shows at `/metrics`. */
  token: string | null;
  /** A port on loopback that serves them and nothing else. */
  port: number | null;
}

const TOKEN_CHARACTERS_MIN = 16;

/** Reads and validates the settings of metrics; adds problems to `problems`. */
export function readMetricsSettings(
  texts: { tokenFile: string; port: string; mainPort: number },
  names: { tokenFile: string; port: string; mainPort: string },
  problems: string[],
): MetricsSettings {
  return {
    token: texts.tokenFile === '' ? null : readToken(texts.tokenFile, names.tokenFile, problems),
    port: texts.port === '' ? null : readPort(texts, names, problems),
  };
}

function readToken(path: string, name: string, problems: string[]): string {
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (token.length < TOKEN_CHARACTERS_MIN || /[^!-~]/.test(token)) {
      problems.push(
        `${name}: ${path} must hold one line of at least ${TOKEN_CHARACTERS_MIN} characters of ASCII without spaces.`,
      );
    }
    return token;
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
    return '';
  }
}

function readPort(
  { port: text, mainPort }: { port: string; mainPort: number },
  names: { port: string; mainPort: string },
  problems: string[],
): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    problems.push(`${names.port} is "${text}"; it must be an integer from 1 to 65535.`);
  } else if (port === mainPort) {
    problems.push(`${names.port} and ${names.mainPort} are both ${port}; choose another port for one.`);
  }
  return port;
}
