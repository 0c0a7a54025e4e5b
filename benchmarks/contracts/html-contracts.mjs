// Contracts as web pages and word processors make them. Each place where people write is a link to `truth:kind:who`,
// which the PDF keeps as an annotation: from it the measurement knows the true places, and nothing else reads it.
import { TEXTS } from './texts.mjs';

const at = (kind, who) => `https://truth.invalid/${kind}/${who}`;
/** A drawn line to write on. */
const line = (kind, who, style = '') => `<a class="line" style="${style}" href="${at(kind, who)}">&nbsp;</a>`;
/** Characters as a line. */
const chars = (kind, who, text) => `<a href="${at(kind, who)}">${text}</a>`;
/** Nothing drawn: the place is known by the words beside it, or by the edges of its cell. */
const empty = (kind, who, style = '') =>
  `<a class="empty" style="${style}" href="${at(kind, who)}">&nbsp;</a>`;
const low = '_'.repeat(30);

function body(lang, { numbered = '1', clauses = 99 } = {}) {
  const { title, clauses: all } = TEXTS[lang];
  const mark = (index) => (numbered === 'sections' ? `\u00a7 ${index + 1}` : `${index + 1}.`);
  return `<h1>${title}</h1>${all
    .slice(0, clauses)
    .map(([head, text], index) => `<h2>${mark(index)} ${head}</h2><p>${text}</p>`)
    .join('')}`;
}

const CSS = {
  plain:
    'body{font:11pt/1.45 "Liberation Serif"}h1{font-size:17pt}h2{font-size:12pt;margin:10pt 0 2pt}p{margin:0 0 6pt}',
  sans: 'body{font:10pt/1.5 "Liberation Sans"}h1{font-size:20pt;font-weight:400}h2{font-size:10.5pt;margin:12pt 0 2pt}p{margin:0}',
  dense:
    'body{font:9pt/1.3 "DejaVu Serif"}h1{font-size:13pt;text-align:center}h2{font-size:9pt;margin:6pt 0 0;display:inline}p{margin:0 0 4pt}',
};
const BASE = `.line{display:inline-block;border-bottom:1px solid #000;color:transparent;text-decoration:none;height:26pt;width:180pt}
.empty{display:inline-block;color:transparent;text-decoration:none}a{color:inherit;text-decoration:none}
table{border-collapse:collapse;width:100%}td,th{vertical-align:top;text-align:start}.two{display:flex;gap:40pt;margin-top:24pt}.two>*{flex:1}small{font-size:8pt}`;

function page(lang, css, content) {
  const dir = lang === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><style>@page{size:A4;margin:22mm}${BASE}${CSS[css]}</style><body>${content}</body></html>`;
}

const block = (who, [party, sig, name, date]) =>
  `<div><b>${party}</b><br>${line('signature', who)}<br><small>${sig}</small><br>${line('name', who, 'height:20pt')}<br><small>${name}</small><br>${line('date', who, 'height:20pt;width:110pt')}<br><small>${date}</small></div>`;

const row = (who, label, kind, extra = '') =>
  `<tr><td style="border:0.75pt solid #444;padding:5pt;width:32%">${label}</td><td style="border:0.75pt solid #444;padding:5pt">${empty(kind, who, `width:95%;${extra}`)}</td></tr>`;

/** For Chromium. */
export const PRINTED = {
  'en-consulting': page(
    'en',
    'plain',
    `${body('en')}<div class="two">${block(1, ['For the Client', 'Signature', 'Printed name', 'Date'])}${block(2, ['For the Consultant', 'Signature', 'Printed name', 'Date'])}</div>`,
  ),
  'en-table': page(
    'en',
    'sans',
    `${body('en', { clauses: 4 })}<p style="margin:16pt 0 6pt">Signed by the parties:</p><table><tr><th style="padding:4pt">Landlord</th></tr></table><table>${row(1, 'Signature', 'signature', 'height:30pt')}${row(1, 'Name', 'name')}${row(1, 'Date', 'date')}</table><p style="margin:10pt 0 2pt"><b>Tenant</b></p><table>${row(2, 'Signature', 'signature', 'height:30pt')}${row(2, 'Name', 'name')}${row(2, 'Date', 'date')}</table>`,
  ),
  'fr-bail': page(
    'fr',
    'plain',
    `${body('fr')}<p style="margin-top:20pt">Fait à ${chars('location', 1, '_'.repeat(22))}, le ${chars('date', 1, '_'.repeat(16))}, en deux exemplaires.</p><div class="two"><div>Le bailleur<br><small>(signature précédée de la mention « lu et approuvé »)</small><br>${empty('signature', 1, 'width:170pt;height:50pt')}</div><div>Le locataire<br><small>(signature précédée de la mention « lu et approuvé »)</small><br>${empty('signature', 2, 'width:170pt;height:50pt')}</div></div>`,
  ),
  'de-arbeit': page(
    'de',
    'sans',
    `${body('de', { numbered: 'sections' })}<div class="two" style="margin-top:46pt"><div>${line('location-date', 1, 'border-bottom-style:dotted;width:100%')}<br><small>Ort, Datum</small></div><div>${line('signature', 1, 'border-bottom-style:dotted;width:100%')}<br><small>Unterschrift Arbeitgeber</small></div></div><div class="two"><div>${line('location-date', 2, 'border-bottom-style:dotted;width:100%')}<br><small>Ort, Datum</small></div><div>${line('signature', 2, 'border-bottom-style:dotted;width:100%')}<br><small>Unterschrift Arbeitnehmer</small></div></div>`,
  ),
  'es-piso': page(
    'es',
    'dense',
    `${body('es')}<p style="margin-top:16pt">Y en prueba de conformidad, firman por duplicado en el lugar y fecha indicados.</p><p>Lugar: ${chars('location', 1, '.'.repeat(40))} Fecha: ${chars('date', 1, '.'.repeat(30))}</p><div class="two" style="text-align:center"><div>EL ARRENDADOR<br><br><br>${line('signature', 1, 'width:160pt')}<br>Fdo.: D. Julián Prados</div><div>EL ARRENDATARIO<br><br><br>${line('signature', 2, 'width:160pt')}<br>Fdo.: Dª. Nuria Calvo</div></div>`,
  ),
  'ar-amal': page(
    'ar',
    'sans',
    `${body('ar')}<div class="two"><div><b>الطرف الأول (صاحب العمل)</b><br>الاسم: ${chars('name', 1, '.'.repeat(40))}<br><br>التوقيع: ${chars('signature', 1, '.'.repeat(40))}<br><br>التاريخ: ${chars('date', 1, '.'.repeat(30))}</div><div><b>الطرف الثاني (الموظف)</b><br>الاسم: ${chars('name', 2, '.'.repeat(40))}<br><br>التوقيع: ${chars('signature', 2, '.'.repeat(40))}<br><br>التاريخ: ${chars('date', 2, '.'.repeat(30))}</div></div>`,
  ),
  'it-giardino': page(
    'it',
    'plain',
    `${body('it')}<p style="margin-top:24pt">Luogo e data: ${line('location-date', 1, 'height:14pt')}</p><div class="two"><div>Il committente<br>${line('signature', 1)}</div><div>Il prestatore<br>${line('signature', 2)}</div></div><p style="margin-top:14pt;font-size:9pt">Ai sensi degli artt. 1341 e 1342 c.c. si approvano le clausole 2 e 4.</p><p>Firma ${line('signature', 2)}</p>`,
  ),
  'pl-zlecenie': page(
    'pl',
    'sans',
    `${body('pl')}<div class="two" style="margin-top:60pt;text-align:center"><div>${chars('signature', 1, '.'.repeat(46))}<br><small>(podpis Zleceniodawcy)</small></div><div>${chars('signature', 2, '.'.repeat(46))}<br><small>(podpis Zleceniobiorcy)</small></div></div>`,
  ),
};

/** For the word processor, which knows less of CSS: tables, characters and edges of cells. */
const plainCell = (content, border = '') => `<td style="${border}">${content}</td>`;
const wp = (lang, content) =>
  `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>body{font-family:"Liberation Serif";font-size:11pt}a{color:#000000;text-decoration:none}h2{font-size:12pt}</style><body>${content}</body></html>`;

export const WRITTEN = {
  'en-nda': wp(
    'en',
    `${body('en', { clauses: 3 })}<p><b>DISCLOSING PARTY</b></p><p>By: ${chars('signature', 1, low)}</p><p>Name: ${chars('name', 1, low)}</p><p>Title: ${chars('title', 1, low)}</p><p>Date: ${chars('date', 1, low)}</p><p><b>RECEIVING PARTY</b></p><p>By: ${chars('signature', 2, low)}</p><p>Name: ${chars('name', 2, low)}</p><p>Title: ${chars('title', 2, low)}</p><p>Date: ${chars('date', 2, low)}</p>`,
  ),
  'fr-travail': wp(
    'fr',
    `${body('fr', { clauses: 4 })}<p>Fait en double exemplaire à ${chars('location', 1, '…'.repeat(14))} le ${chars('date', 1, '…'.repeat(10))}</p><table border="1" cellpadding="6" cellspacing="0" width="100%"><tr>${plainCell('Signature de l’employeur')}${plainCell('Signature du salarié')}</tr><tr>${plainCell(`<br>${chars('signature', 1, '&nbsp;'.repeat(30))}<br><br>`)}${plainCell(`<br>${chars('signature', 2, '&nbsp;'.repeat(30))}<br><br>`)}</tr></table>`,
  ),
  'de-miete': wp(
    'de',
    `${body('de', { clauses: 4, numbered: 'sections' })}<br><br><table width="100%" cellpadding="4"><tr>${plainCell(chars('location-date', 1, '.'.repeat(52)))}${plainCell(chars('signature', 1, '.'.repeat(52)))}</tr><tr>${plainCell('<font size="1">Ort, Datum</font>')}${plainCell('<font size="1">Vermieter</font>')}</tr></table><br><table width="100%" cellpadding="4"><tr>${plainCell(chars('location-date', 2, '.'.repeat(52)))}${plainCell(chars('signature', 2, '.'.repeat(52)))}</tr><tr>${plainCell('<font size="1">Ort, Datum</font>')}${plainCell('<font size="1">Mieter</font>')}</tr></table>`,
  ),
  'es-local': wp(
    'es',
    `${body('es', { clauses: 4 })}<p>En ${chars('location', 1, '_'.repeat(20))}, a ${chars('date', 1, '_'.repeat(24))}</p><br><br><table width="100%"><tr>${plainCell(`${chars('signature', 1, '_'.repeat(28))}<br>Firma del arrendador`)}${plainCell(`${chars('signature', 2, '_'.repeat(28))}<br>Firma del arrendatario`)}</tr></table>`,
  ),
  'ar-ijar': wp(
    'ar',
    `${body('ar', { clauses: 3 })}<table border="1" cellpadding="8" cellspacing="0" width="100%"><tr>${plainCell('توقيع المؤجر')}${plainCell('توقيع المستأجر')}</tr><tr>${plainCell(`<br>${chars('signature', 1, '&nbsp;'.repeat(30))}<br><br>`)}${plainCell(`<br>${chars('signature', 2, '&nbsp;'.repeat(30))}<br><br>`)}</tr></table>`,
  ),
  'en-witness': wp(
    'en',
    `${body('en', { clauses: 4 })}<p>IN WITNESS WHEREOF the parties have set their hands.</p><table width="100%"><tr>${plainCell(`<br><br>${chars('signature', 1, '_'.repeat(32))}<br>Maria Okafor, Seller`)}${plainCell(`<br><br>${chars('signature', 2, '_'.repeat(32))}<br>Jonas Lindqvist, Buyer`)}</tr></table><p>Witnessed by: ${chars('signature', 3, '_'.repeat(32))}</p><p>Initials: ${chars('initials', 1, '_'.repeat(8))} / ${chars('initials', 2, '_'.repeat(8))}</p>`,
  ),
  'nl-website': wp(
    'nl',
    `${body('nl')}<p>Aldus overeengekomen te ${chars('location', 1, '_'.repeat(20))} op ${chars('date', 1, '_'.repeat(16))}</p><br><table width="100%"><tr>${plainCell(`Opdrachtgever<br><br><br>${chars('signature', 1, '_'.repeat(30))}<br>Handtekening`)}${plainCell(`Opdrachtnemer<br><br><br>${chars('signature', 2, '_'.repeat(30))}<br>Handtekening`)}</tr></table>`,
  ),
};
