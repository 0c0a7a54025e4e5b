import { readFile } from 'node:fs/promises';
import { buildEmbed } from '../../sdk/embed/build.mjs';
import { readGuide } from '../docs/guide.ts';
import { openHttpServer } from './http-server.ts';
import { folderForThisFile } from './scratch.ts';

/** What the page around the frame was told, as JSON. */
export interface Heard {
  type: string;
  reason?: string;
  code?: string;
  message?: string;
  height?: number;
  gaps?: { kind: string }[];
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title><h1>Portal</h1>
<button id="before">Before</button><div id="frame"></div><button id="after">After</button>
<script type="module" src="/portal.js"></script></html>`;

/** The same by the element. */
const elementScript = `import '/paraph-embed.js';
window.heard = [];
const url = decodeURIComponent(location.hash.slice(1));
const shown = document.createElement(url.includes('/designing/') ? 'paraph-design' : 'paraph-sign');
for (const type of ['ready', 'opened', 'changed', 'error', 'closed'])
  shown.addEventListener(type, ({ detail }) => window.heard.push(detail));
shown.setAttribute('url', url);
document.querySelector('#frame').append(shown);
`;

/** The address of a session comes after the #, as no server of a product would send it; \`foreign\` hears what it can. */
const script = `import { mountDesigner, mountSigning } from '/paraph-embed.js';
window.heard = [];
window.overheard = [];
const url = decodeURIComponent(location.hash.slice(1));
window.addEventListener('message', ({ data }) => window.overheard.push(data));
const tell = (event) => window.heard.push(event);
const names = ['Ready', 'Resize', 'Opened', 'Progress', 'Signed', 'Approved', 'Declined', 'Sealed', 'Error', 'Closed',
  'Changed', 'Saved', 'Started'];
const handlers = Object.fromEntries(names.map((name) => ['on' + name, tell]));
const mount = url.includes('/designing/') ? mountDesigner : mountSigning;
window.signing = mount(document.querySelector('#frame'), { ...handlers, url });
`;

/** A product on a site of its own, whose page shows signing in a frame by the package. */
export async function openHostPage() {
  const folder = await folderForThisFile();
  const { gzipBytes } = await buildEmbed(folder);
  const files: Record<string, [string, string]> = {
    '/': ['text/html', page],
    '/portal.js': ['text/javascript', script],
    '/element/': ['text/html', page.replace('/portal.js', '/element.js')],
    '/element.js': ['text/javascript', elementScript],
    '/guide/': ['text/html', page.replace('/portal.js', '/guide.js').replace('"frame"', '"contract"')],
    '/guide.js': ['text/javascript', await guideScript(0)],
    '/design-guide/': [
      'text/html',
      page.replace('/portal.js', '/design-guide.js').replace('"frame"', '"draft"'),
    ],
    '/design-guide.js': ['text/javascript', await guideScript(1)],
    '/paraph-embed.js': ['text/javascript', await readFile(`${folder}/paraph-embed.js`, 'utf8')],
  };
  const { origin, close } = await openHttpServer(({ url }, response) => {
    const [type, text] = files[new URL(url, 'http://host').pathname] ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
  });
  return {
    origin,
    gzipBytes,
    /** The page that shows the frame of a session. */
    showing: (url: string, by: '' | 'element/' | 'guide/' | 'design-guide/' = '') =>
      `${origin}/${by}#${encodeURIComponent(url)}`,
    close,
  };
}

/** A page of the guide, unchanged but for where the script is; what it calls is noted. */
async function guideScript(at: number): Promise<string> {
  const { blocks } = await readGuide('embedding');
  const block = blocks.filter(({ language }) => language === 'js')[at]?.text ?? '';
  const before = `const url = decodeURIComponent(location.hash.slice(1));
window.called = [];
const showThanks = (id) => window.called.push(id);
const askForAnotherAddress = () => window.called.push('another');
const showGaps = (gaps) => window.called.push(gaps.length);
`;
  const local = block.replace('https://sign.example.com/packages/paraph-embed.js', '/paraph-embed.js');
  return local.replace(/^import .*\n/, (line) => line + before);
}
