import { parseCertificate } from '@paraph/pades';
import type { Instance, Report } from '../instance.ts';
import { dayIn, momentIn, type Say, sizeIn } from '../words/say.ts';
import { foreign, h } from './dom.ts';

/** The file's fingerprint, and the whole report for people and for programs. */
export function showDetails(say: Say, report: Report): HTMLElement {
  const json = JSON.stringify(report, null, 2);
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  return h(
    'details',
    { class: 'panel' },
    h('summary', {}, say('details')),
    h(
      'dl',
      {},
      fact(say('fingerprint'), h('span', { class: 'mono', dir: 'ltr' }, report.sha256)),
      fact(say('size'), sizeIn(say, report.size)),
      fact(say('checked'), momentIn(say, report.checkedAt)),
    ),
    h('p', { class: 'muted' }, say('notPictured')),
    h('h4', {}, say('technical')),
    h('pre', { dir: 'ltr', lang: 'en', tabindex: '0' }, report.text),
    h('p', {}, h('a', { href: url, download: 'report.json' }, say('save'))),
    h('pre', { dir: 'ltr', id: 'json', hidden: '' }, json),
  );
}

function fact(title: string, value: HTMLElement | string): HTMLElement {
  return h('div', {}, h('dt', {}, title), h('dd', {}, value));
}

/** Whose roots this copy holds, and since when: a reader decides by them whether to trust its word on identity. */
export function showRoots(say: Say, instance: Instance): HTMLElement {
  const roots = instance.roots.map(({ der }) => parseCertificate(Buffer.from(der, 'base64')));
  return h(
    'details',
    { class: 'panel' },
    h('summary', {}, say('roots')),
    h(
      'p',
      {},
      say('rootsOf', { host: `\u2068${instance.host}\u2069`, time: dayIn(say, instance.exportedAt) }),
    ),
    h(
      'ol',
      {},
      roots.map(({ commonName, serial, notBefore, notAfter }) =>
        h(
          'li',
          {},
          foreign(commonName ?? say('unnamed')),
          ' · ',
          say('validity', {
            from: dayIn(say, notBefore.getTime() / 1000),
            until: dayIn(say, notAfter.getTime() / 1000),
          }),
          h('p', { class: 'mono' }, Buffer.from(serial).toString('hex')),
        ),
      ),
    ),
  );
}
