import { readFileSync } from 'node:fs';
import { PdfRefusal, parseCertificate } from '@paraph/pades';

export const ROOT_SETTINGS = {
  qualifiedRoots: {
    name: 'PARAPH_QUALIFIED_ROOTS',
    fallback: '',
    about:
      'PEM file with the certificates of authorities that issue qualified certificates, for the page /verify; members ' +
      'of an organization have those of its providers besides. Default: none.',
  },
} as const;

/** None where no file is named. */
export function readQualifiedRoots(path: string, problems: string[]): Buffer[] {
  return path === '' ? [] : readRoots(path, ROOT_SETTINGS.qualifiedRoots.name, problems);
}

/** Reads the certificates of a PEM file, as DER; adds problems to `problems`. */
export function readRoots(path: string, name: string, problems: string[]): Buffer[] {
  try {
    const text = readFileSync(path, 'utf8');
    const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
    const roots = [...blocks].map(([, base64 = '']) => Buffer.from(base64, 'base64'));
    if (roots.length === 0) problems.push(`${name}: ${path} holds no certificate in PEM.`);
    for (const root of roots) parseCertificate(root);
    return roots;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const what = error instanceof PdfRefusal ? 'holds a certificate that cannot be read' : 'cannot be read';
    problems.push(`${name}: ${path} ${what}: ${words}`);
    return [];
  }
}
