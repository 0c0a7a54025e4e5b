import type { Token } from 'marked';

export interface Guide {
  /** The path segment: `/docs/quick-start`. */
  name: string;
  title: string;
  load(): Promise<{ default: Token[] }>;
}

/** The guides for integrators, in reading order. */
export const GUIDES: readonly Guide[] = [
  guide('quick-start', 'Quick start', () => import('../../../docs/guides/quick-start.md')),
  guide('oauth', 'OAuth 2.0', () => import('../../../docs/guides/oauth.md')),
  guide('notifications', 'Notifications', () => import('../../../docs/guides/notifications.md')),
  guide('connectors', 'Connectors', () => import('../../../docs/guides/connectors.md')),
  guide('step-by-step', 'Step by step', () => import('../../../docs/guides/step-by-step.md')),
  guide('preferences', 'Preferences', () => import('../../../docs/guides/preferences.md')),
  guide('verify', 'Verify a signed document', () => import('../../../docs/guides/verify.md')),
  guide('court-bundle', 'The court bundle', () => import('../../../docs/guides/court-bundle.md')),
  guide('seals', 'Seals of an organization', () => import('../../../docs/guides/seals.md')),
  guide('levels', 'Levels of signatures', () => import('../../../docs/guides/levels.md')),
  guide('appearance', 'Your own appearance', () => import('../../../docs/guides/appearance.md')),
  guide('sign-in', 'Sign-in by your own provider', () => import('../../../docs/guides/sign-in.md')),
  guide('second-factors', 'Second factors', () => import('../../../docs/guides/second-factors.md')),
  guide('record', 'The record of an organization', () => import('../../../docs/guides/record.md')),
  guide('nextcloud', 'Signed files into Nextcloud', () => import('../../../docs/guides/nextcloud.md')),
  guide('nextcloud-app', 'Signing inside Nextcloud', () => import('../../../sdk/nextcloud/README.md')),
  guide('embedding', 'Signing inside your product', () => import('../../../docs/guides/embedding.md')),
  guide('in-person', 'Signing in person', () => import('../../../docs/guides/in-person.md')),
  guide('witnesses', 'Witnesses', () => import('../../../docs/guides/witnesses.md')),
  guide('public-links', 'Public links', () => import('../../../docs/guides/public-links.md')),
  guide('agents', 'Agents', () => import('../../../docs/guides/agents.md')),
  guide('templates', 'Workspaces and templates', () => import('../../../docs/guides/templates.md')),
  guide('errors', 'Errors', () => import('../../../docs/guides/errors.md')),
  guide('limits', 'Limits and lists', () => import('../../../docs/guides/limits.md')),
  guide('versions', 'Versions', () => import('../../../docs/guides/versions.md')),
  guide('sdk', 'SDK for TypeScript', () => import('../../../sdk/README.md')),
  guide('sdk-python', 'SDK for Python', () => import('../../../sdk/python/README.md')),
  guide('sdk-php', 'SDK for PHP', () => import('../../../sdk/php/README.md')),
  guide('sdk-go', 'SDK for Go', () => import('../../../sdk/go/README.md')),
  guide('command-line', 'Command line', () => import('../../../cli/README.md')),
  guide('settings', 'Settings', () => import('../../../docs/reference/settings.md')),
  guide('changes', 'Changes', () => import('../../../CHANGELOG.md')),
];

function guide(name: string, title: string, load: Guide['load']): Guide {
  return { name, title, load };
}

const FILES: Readonly<Record<string, string>> = {
  'sdk/README.md': 'sdk',
  'sdk/python/README.md': 'sdk-python',
  'sdk/php/README.md': 'sdk-php',
  'sdk/go/README.md': 'sdk-go',
  'sdk/nextcloud/README.md': 'nextcloud-app',
  'cli/README.md': 'command-line',
  'docs/reference/settings.md': 'settings',
  'CHANGELOG.md': 'changes',
};

/** Maps a link in a Markdown file to its page under /docs. */
export function hrefOf(target: string): string {
  if (/^[a-z]+:/.test(target) || target.startsWith('#')) return target;
  const [path = '', fragment] = target.split('#');
  const file = path.replace(/^(\.\.?\/)+/, '').replace(/^docs\/guides\//, '');
  const name = FILES[file] ?? file.replace(/\.md$/, '');
  return `/docs/${name}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** The fragment of a heading, as GitHub writes it. */
export function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
