// Contracts as a typesetting program makes them; places as in `html-contracts.mjs`.
import { TEXTS } from './texts.mjs';

const at = (kind, who) => `"https://truth.invalid/${kind}/${who}"`;
const line = (kind, who, width = '6cm', stroke = '0.5pt') =>
  `#link(${at(kind, who)})[#box(width: ${width}, height: 0.9cm, stroke: (bottom: ${stroke}))[]]`;
const box = (kind, who, height = '1.6cm') =>
  `#link(${at(kind, who)})[#box(width: 6.5cm, height: ${height}, stroke: 0.5pt)[]]`;
const dots = (kind, who, width = '5cm') => `#link(${at(kind, who)})[#box(width: ${width})[#repeat[.]]]`;

function body(lang, clauses = 99) {
  const { title, clauses: all } = TEXTS[lang];
  return `= ${title}\n${all
    .slice(0, clauses)
    .map(([head, text]) => `\n== ${head}\n${text}\n`)
    .join('')}`;
}

const start = (lang, font = 'New Computer Modern') =>
  `#set page(paper: "a4", margin: 2.4cm, numbering: "1")\n#set text(lang: "${lang}", size: 11pt, font: ("${font}", "DejaVu Sans"))\n#set par(justify: true)\n`;
const two = (one, other) => `#v(1.2cm)\n#grid(columns: (1fr, 1fr), gutter: 1cm, [${one}], [${other}])\n`;

export const TYPESET = {
  'en-loan': `${start('en')}#set heading(numbering: "1.")\n${body('en')}${two(`*Lender*\n\n${line('signature', 1)}\n\nSignature\n\n${line('date', 1, '4cm')}\n\nDate`, `*Borrower*\n\n${line('signature', 2)}\n\nSignature\n\n${line('date', 2, '4cm')}\n\nDate`)}`,
  'de-darlehen': `${start('de', 'Liberation Serif')}${body('de', 4)}${two(`${line('location-date', 1)}\n\n#text(size: 8pt)[Ort, Datum]`, `${line('signature', 1)}\n\n#text(size: 8pt)[Unterschrift des Darlehensgebers]`)}${two(`${line('location-date', 2)}\n\n#text(size: 8pt)[Ort, Datum]`, `${line('signature', 2)}\n\n#text(size: 8pt)[Unterschrift des Darlehensnehmers]`)}`,
  'fr-pret': `${start('fr')}${body('fr', 4)}\nFait à ${dots('location', 1)}, le ${dots('date', 1, '3.5cm')}\n${two(`Le prêteur\n\n${box('signature', 1)}`, `L’emprunteur\n\n${box('signature', 2)}`)}`,
  'es-prestamo': `${start('es')}${body('es', 4)}\n#v(1cm)\nNombre: ${dots('name', 1, '7cm')}\n\nDNI: ${dots('text', 1, '4cm')}\n\nFirma: ${dots('signature', 1, '7cm')}\n\nFecha: ${dots('date', 1, '4cm')}\n`,
  'ar-qard': `${start('ar', 'DejaVu Sans')}${body('ar', 4)}${two(`المقرض\n\n${line('signature', 1)}\n\nالتوقيع`, `المقترض\n\n${line('signature', 2)}\n\nالتوقيع`)}`,
};
