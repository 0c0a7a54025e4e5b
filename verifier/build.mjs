import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** What the validator needs of Node, and what is bundled in its place. */
const REPLACED = {
  [`${rootDir}pades/src/primitives.ts`]: `${rootDir}verifier/src/engine/primitives.ts`,
};

/**
 * The page as one HTML text without network: its own script and style alone may run, by their hashes. An instance
 * fills in its roots (`server/src/verification/offline-verifier.ts`).
 */
export async function buildVerifier() {
  const [script, css] = await Promise.all([bundle(), readFile(`${rootDir}verifier/src/page.css`, 'utf8')]);
  const style = css.replace(/\s+/g, ' ').trim();
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Paraph</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main></main>',
    '<script type="application/json" id="instance">null</script>',
    '<script type="application/json" id="bundle">null</script>',
    `<script id="program">${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

async function bundle() {
  const bundled = await rolldown({
    input: `${rootDir}verifier/src/main.ts`,
    platform: 'browser',
    plugins: [{ name: 'without-node', resolveId }],
    transform: { inject: { Buffer: [`${rootDir}verifier/src/engine/bytes.ts`, 'Buffer'] } },
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundled.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundled.close();
  const [chunk] = output;
  // What only signing needs is dropped, and its imports with it.
  if (chunk.imports.length > 0) throw new Error(`The page cannot have ${chunk.imports.join(', ')}.`);
  // The text is inside an element, and must not end it.
  return chunk.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

function resolveId(specifier, importer) {
  if (specifier.startsWith('node:')) return { id: specifier, external: true, moduleSideEffects: false };
  if (!specifier.startsWith('.') || importer === undefined) return null;
  return REPLACED[fileURLToPath(new URL(specifier, `file://${importer}`))] ?? null;
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
