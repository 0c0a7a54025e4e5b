import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { isArray, isDict, isStream, nameOf } from '../pdf/values.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { validate } from '../validate/validate.ts';
import { DocumentFlow } from './document-flow.ts';
import { writeTaggedDocument } from './tagged-document.ts';

const page = { width: 400, height: 300, margin: 40 };
const colours = { ink: [0, 0, 0], muted: [90, 90, 90], line: [200, 200, 200] } as const;
const flowOf = (isRightToLeft = false): DocumentFlow =>
  new DocumentFlow({ ...page, fonts: { regular: sampleFont, bold: sampleFont }, colours, isRightToLeft });

function written(flow: DocumentFlow): Buffer {
  return Buffer.from(
    writeTaggedDocument({
      title: 'A <title>',
      author: 'Ana & Ben',
      language: 'en',
      created: new Date('2026-11-22T10:00:00Z'),
      producer: 'Test',
      ...flow.finish((number, count) => [
        {
          kind: 'text',
          x: 40,
          y: 10,
          size: 8,
          text: `${number}/${count}`,
          font: sampleFont,
          colour: colours.ink,
        },
      ]),
      attachment: {
        name: 'data.json',
        description: 'Data',
        type: 'application/json',
        data: Buffer.from('{}'),
      },
    }),
  );
}

/** What draws each page. */
function contentsOf(document: PdfDocument): string[] {
  const pages = document.resolve(document.dict(document.root.dict, 'Pages')?.entries.get('Kids'));
  if (!isArray(pages)) throw new Error('There are no pages.');
  return pages.items.map((item) => {
    const dict = document.resolve(item);
    const stream = isDict(dict) ? document.resolve(dict.entries.get('Contents')) : null;
    if (!isStream(stream)) throw new Error('A page has no content.');
    return Buffer.from(document.structureStream(stream)).toString('latin1');
  });
}

test('every mark of every page has its element, and the table goes on over pages', () => {
  const flow = flowOf();
  flow.text('H1', 'Title', { size: 20 });
  flow.figure('A box', 40, {
    width: 20,
    height: 20,
    draw: (x, y) => [{ kind: 'box', x, y, width: 20, height: 20, colour: colours.ink }],
  });
  flow.facts([['Label', 'Value']]);
  flow.list(['One', 'Two']);
  flow.table(
    [
      { title: 'First', share: 0.5 },
      { title: 'Second', share: 0.5 },
    ],
    Array.from({ length: 20 }, (_each, index) => [`Row ${index}`, 'words '.repeat(12)]),
  );
  const file = written(flow);
  const document = new PdfDocument(file);
  expect(document.root.dict.entries.has('AF')).toBe(true);
  const tree = document.dict(document.root.dict, 'StructTreeRoot');
  const nums = tree && document.resolve(document.dict(tree, 'ParentTree')?.entries.get('Nums'));
  const contents = contentsOf(document);
  if (!isArray(nums)) throw new Error('The tree has no pages.');
  expect(contents.length).toBeGreaterThan(1);
  for (const [index, content] of contents.entries()) {
    const parents = document.resolve(nums.items[index * 2 + 1]);
    if (!isArray(parents)) throw new Error('A page has no elements.');
    const ids = [...content.matchAll(/\/MCID (\d+) >> BDC/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_id, index) => index));
    expect(parents.items).toHaveLength(ids.length);
    for (const parent of parents.items) {
      const element = document.resolve(parent);
      expect(isDict(element) && nameOf(element.entries.get('Type') ?? null)).toBe('StructElem');
    }
    // Nothing is outside a mark.
    const outside = content.replaceAll(/(\/Artifact BMC|\/\w+ << \/MCID \d+ >> BDC)[\s\S]*?EMC/g, '').trim();
    expect(outside).toBe('');
  }
  expect(file.toString('latin1')).toContain('A &lt;title&gt;');
  expect(validate(file, { anchors: [] }).verdict.state).toBe('not-signed');
});

test('lines begin at the right where the language does', () => {
  const xOf = (isRightToLeft: boolean): number => {
    const flow = flowOf(isRightToLeft);
    flow.text('P', 'abc', { size: 10 });
    const [first] = flow.finish(() => []).pages;
    const mark = first?.content[1];
    const operation = mark?.content[0];
    if (operation?.kind !== 'text') throw new Error('There is no text.');
    return operation.x;
  };
  expect(xOf(false)).toBe(page.margin);
  expect(xOf(true)).toBeGreaterThan(page.width / 2);
});

test('a line that begins with Latin letters is read from the right, too, where the language is', () => {
  const glyphsOf = (isRightToLeft: boolean): string | undefined => {
    const flow = flowOf(isRightToLeft);
    flow.text('P', 'aab ד', { size: 10 });
    const [content = ''] = contentsOf(new PdfDocument(written(flow)));
    return / 10 Tf <([^>]*)>/.exec(content)?.[1];
  };
  // Glyphs are numbered as they come.
  expect(glyphsOf(false)).toBe('00030003000400050006');
  expect(glyphsOf(true)).toBe('00030004000500050006');
});

test('content on a page that is not there is refused', () => {
  const flow = flowOf();
  flow.text('P', 'abc', { size: 10 });
  const { pages } = flow.finish(() => []);
  const facts = { title: 'T', author: 'A', language: 'en', created: new Date(0), producer: 'P' };
  const attachment = { name: 'a', description: 'b', type: 'text/plain', data: Buffer.alloc(1) };
  const elements = [{ role: 'P', children: [{ page: 3, id: 0 }] }] as const;
  expect(() => writeTaggedDocument({ ...facts, pages, elements, attachment })).toThrow(RangeError);
});
