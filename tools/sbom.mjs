import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from './runtime.mjs';

/**
 * The software bill of materials (CycloneDX 1.6, JSON): every installed package that the server runs or the pages are
 * built with, from the lock file. `npm sbom` refuses workspaces without versions.
 *
 * @returns {Promise<object>} the same for the same lock file
 */
export async function composeSbom() {
  const read = async (file) => JSON.parse(await readFile(join(projectDir, file), 'utf8'));
  const [{ packages }, { name, version, license }] = await Promise.all([
    read('package-lock.json'),
    read('package.json'),
  ]);
  const components = Object.entries(packages)
    // Workspaces are ours, links lead to them, and what is for development alone is in nothing that runs.
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
    .map(([path, entry]) => composeComponent(path.slice(path.lastIndexOf('node_modules/') + 13), entry));
  const byPurl = new Map(components.map((each) => [each.purl, each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ license: { id: license } }] } },
    components: [...byPurl.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

function composeComponent(name, { version, license, integrity, optional }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, digest] = integrity.split('-', 2);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    // An expression may hold a single licence too.
    ...(license ? { licenses: [{ expression: license }] } : {}),
    hashes: [
      { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
    ],
    purl,
  };
}
