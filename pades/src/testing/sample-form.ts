import type { SampleOptions } from './sample-pdf.ts';

interface FormOptions {
  /** Whether the fields have appearances, as most programs write them. */
  readonly looks?: boolean;
  /** Whether the file tells viewers to draw the fields themselves. */
  readonly needAppearances?: boolean;
  /** Number of the first of its objects. */
  readonly first?: number;
}

const INK = '0 g BT /Helv 12 Tf';
const BOX = '0.5 w 0.3 0.3 0.7 RG';
const DRAWN_BOX = '/MK << /BC [0.3 0.3 0.7] /BG [0.95 0.95 1] >>';
const BUTTON_BOX = '/MK << /BC [0.3 0.3 0.7] >> /BS << /W 1 >>';

function stream(width: number, height: number, content: string): string {
  const head = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << /Helv 3 0 R >> >>`;
  return `<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** What a text field of this size shows. */
function textStream(width: number, height: number, lines: readonly string[]): string {
  const box = `0.95 0.95 1 rg 0 0 ${width} ${height} re f ${BOX} 0.5 0.5 ${width - 1} ${height - 1} re S`;
  const text = lines.map((line, index) => `1 0 0 1 2 ${height - 15 - index * 14} Tm (${line}) Tj`);
  return stream(width, height, `${box} ${INK} ${text.join(' ')} ET`);
}

const OFF = stream(16, 16, `${BOX} 0.5 0.5 15 15 re S`);
const TICK = stream(16, 16, `${BOX} 0.5 0.5 15 15 re S 2 w 0 0 0 RG 3 8 m 7 4 l 13 13 l S`);
const RING = stream(16, 16, `${BOX} 1 8 m 1 15 15 15 15 8 c 15 1 1 1 1 8 c S`);
const DOT = stream(16, 16, `${BOX} 1 8 m 1 15 15 15 15 8 c 15 1 1 1 1 8 c S 0 g 5 5 6 6 re f`);

const DA = '/DA (/Helv 12 Tf 0 g)';
/** The group of radios comes after so many objects. */
const GROUP = 100;

/** Collects the objects of a form. */
class FormObjects {
  readonly objects: string[] = [];
  readonly widgets: number[] = [];
  readonly first: number;
  readonly #hasLooks: boolean;

  constructor(first: number, hasLooks: boolean) {
    this.first = first;
    this.#hasLooks = hasLooks;
  }

  widget(rect: string, more: string): number {
    const number = this.#add(`<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] ${more} >>`);
    this.widgets.push(number);
    return number;
  }

  text(name: string, rect: string, more: string): number {
    return this.widget(rect, `/FT /Tx /T (${name}) ${DA} ${DRAWN_BOX} ${more}`);
  }

  look(source: string): string {
    return this.#hasLooks ? `/AP << /N ${this.#add(source)} 0 R >>` : '';
  }

  states(on: string, marked: string, empty: string): string {
    if (!this.#hasLooks) return '';
    return `/AP << /N << /${on} ${this.#add(marked)} 0 R /Off ${this.#add(empty)} 0 R >> >>`;
  }

  /** A group of radios, of which the second is on. */
  radios(names: readonly string[]): number {
    const group = this.first + GROUP;
    const kids = names.map((name, index) => {
      const [left, state] = [50 + index * 60, index === 1 ? name : 'Off'];
      const more = `/Parent ${group} 0 R ${BUTTON_BOX} /AS /${state} ${this.states(name, DOT, RING)}`;
      return this.widget(`${left} 470 ${left + 16} 486`, more);
    });
    while (this.objects.length < GROUP) this.objects.push('null');
    this.objects.push(
      `<< /FT /Btn /Ff 49152 /T (Size) /TU (Size of the box) /V /${names[1]} /Kids [${list(kids)}] >>`,
    );
    return group;
  }

  #add(source: string): number {
    return this.first + this.objects.push(source) - 1;
  }
}

const list = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ');

/**
 * A form with a field of each kind, most with a value: a text, several lines, cells, a tick, a list to choose from and
 * one that is open, an empty signature, a button, a field to be filled, one that is read-only, and three radios.
 */
export function sampleForm({
  looks = true,
  needAppearances = false,
  first = 10,
}: FormOptions = {}): Required<Pick<SampleOptions, 'objects' | 'catalog' | 'page'>> {
  const form = new FormObjects(first, looks);
  const text = (width: number, height: number, lines: readonly string[]): string =>
    form.look(textStream(width, height, lines));
  const lines = ['First line', 'Second line'];
  const fields = [
    form.text('Name', '50 640 250 660', `/TU (Your full name) /V (Ana Lima) ${text(200, 20, ['Ana Lima'])}`),
    form.text('Notes', '50 560 250 620', `/Ff 4096 /V (${lines.join('\\n')}) ${text(200, 60, lines)}`),
    form.text('Code', '50 530 210 550', `/Ff 16777216 /MaxLen 8 /V (AB12) ${text(160, 20, ['A  B  1  2'])}`),
    form.widget(
      '50 500 66 516',
      `/FT /Btn /T (Agree) ${BUTTON_BOX} /V /Yes /AS /Yes ${form.states('Yes', TICK, OFF)}`,
    ),
    form.widget(
      '50 430 250 450',
      `/FT /Ch /Ff 131072 /T (Country) ${DA} ${DRAWN_BOX} /Opt [[(pt) (Portugal)] [(es) (Spain)]] /V (es)
 ${text(200, 20, ['Spain'])}`,
    ),
    form.widget(
      '50 370 250 420',
      `/FT /Ch /T (Fruits) ${DA} ${DRAWN_BOX} /Opt [(Apple) (Pear) (Plum)] /V (Pear)
 ${text(200, 50, ['Apple', 'Pear', 'Plum'])}`,
    ),
    form.widget('300 640 500 700', '/FT /Sig /T (Buyer)'),
    form.widget(
      '300 600 400 625',
      `/FT /Btn /Ff 65536 /T (Help) ${DA} /MK << /CA (Help) >>
 ${form.look(stream(100, 25, `${INK} 30 8 Td (Help) Tj ET`))}`,
    ),
    form.text('City', '300 530 500 550', `/Ff 2 /MaxLen 40 ${text(200, 20, [])}`),
    form.text('Number', '300 500 500 520', `/Ff 1 /V (2026-17) ${text(200, 20, ['2026-17'])}`),
    form.radios(['Small', 'Medium', 'Large']),
  ];
  const open = needAppearances ? '/NeedAppearances true' : '';
  return {
    objects: form.objects,
    catalog: `/AcroForm << /Fields [${list(fields)}] /DR << /Font << /Helv 3 0 R >> >> ${open} >>`,
    page: `/Annots [${list(form.widgets)}]`,
  };
}
