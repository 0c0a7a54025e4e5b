import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/processes.ts';
import { goToCheck } from './people.ts';

/** From the filled document to the check, whose pages are drawn; what they show is kept in the page. */
export async function openCheck(page: Page): Promise<void> {
  await goToCheck(page);
  await page.evaluate(startKeeping);
  for (const each of await page.locator('main section[id^="page-"]').all()) {
    // Pages that are far away are not drawn.
    await each.scrollIntoViewIfNeeded();
    await until('the page to be drawn', async () => (await each.getAttribute('aria-busy')) === 'false');
    await each.evaluate(keepPage);
  }
}

/** After the end: the sealed pages are what the check has shown, as a whole and in the box of each answer. */
export async function expectSealedAsChecked(page: Page, answers: number): Promise<void> {
  const library = await page.evaluate(findLibrary);
  // As a text: vitest would replace an import by its own.
  const compared = await page.evaluate(comparePages, await page.evaluateHandle(`import('${library}')`));
  expect(compared.filter(({ isAnswer }) => isAnswer).length).toBe(answers);
  for (const { name, differing, ink } of compared) {
    expect(differing, `${name}: share of pixels that differ`).toBeLessThanOrEqual(0.02);
    expect(ink, `${name}: share of pixels that are not paper`).toBeGreaterThan(0.001);
  }
}

// What follows runs in the page: each function is self-contained.

interface Field {
  documentId: number;
  page: number;
  type: string;
  label: string;
  value: string | null;
  posX: number;
  posY: number;
  width: number;
  height: number;
}

interface Kept {
  fields: Field[];
  pages: { documentId: number; page: number; width: number; canvas: HTMLCanvasElement }[];
}

async function startKeeping(): Promise<void> {
  const view = await fetch(`/api/v1/signing/${location.pathname.split('/').at(-1)}`);
  const { fields } = (await view.json()) as Kept;
  (globalThis as { kept?: Kept }).kept = { fields, pages: [] };
}

function keepPage(section: Element): void {
  const [, documentId = 0, page = 0] = section.id.split('-').map(Number);
  const canvas = section.querySelector('canvas');
  const { kept } = globalThis as { kept?: Kept };
  if (canvas) kept?.pages.push({ documentId, page, width: section.clientWidth, canvas });
}

function findLibrary(): string | undefined {
  const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
  return scripts.find((name) => /\/assets\/pdf-(?!files)[\w-]+\.js$/.test(name));
}

interface Compared {
  name: string;
  isAnswer: boolean;
  differing: number;
  ink: number;
}

/** Draws the file as it stands with the same pdf.js at the same size. */
async function comparePages(pdfjs: unknown): Promise<Compared[]> {
  const { getDocument } = pdfjs as typeof import('pdfjs-dist');
  const { kept } = globalThis as { kept?: Kept };
  const read = (canvas: HTMLCanvasElement) =>
    canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  const draw = async ({ documentId, page: number, width, canvas: shown }: Kept['pages'][number]) => {
    const files = `${location.origin}/assets/pdfjs/`;
    const task = getDocument({
      url: `/api/v1/signing/${location.pathname.split('/').at(-1)}/documents/${documentId}`,
      cMapUrl: `${files}cmaps/`,
      standardFontDataUrl: `${files}standard_fonts/`,
      wasmUrl: `${files}wasm/`,
      useWasm: false,
    });
    const page = await (await task.promise).getPage(number);
    const canvas = document.createElement('canvas');
    canvas.width = shown.width;
    canvas.height = shown.height;
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    await page.render({ canvas, viewport }).promise;
    await task.destroy();
    return canvas;
  };
  const compared: Compared[] = [];
  for (const shown of kept?.pages ?? []) {
    const { width, height } = shown.canvas;
    const [before, after] = [read(shown.canvas), read(await draw(shown))];
    const isFar = (one: number | undefined, other: number | undefined) =>
      Math.abs((one ?? 0) - (other ?? 0)) > 16;
    const compare = (name: string, box: Pick<Field, 'posX' | 'posY' | 'width' | 'height'>) => {
      const count = { pixels: 0, differing: 0, ink: 0 };
      const right = Math.min(width, ((box.posX + box.width) / 100) * width);
      const bottom = Math.min(height, ((box.posY + box.height) / 100) * height);
      for (let y = Math.floor((box.posY / 100) * height); y < bottom; y += 1) {
        for (let x = Math.floor((box.posX / 100) * width); x < right; x += 1) {
          const channels = [0, 1, 2].map((channel) => 4 * (y * width + x) + channel);
          count.pixels += 1;
          if (channels.some((at) => isFar(before[at], after[at]))) count.differing += 1;
          if (channels.some((at) => isFar(before[at], 255))) count.ink += 1;
        }
      }
      const [differing, ink] = [count.differing / count.pixels, count.ink / count.pixels];
      compared.push({ name, isAnswer: name !== 'page', differing, ink });
    };
    compare('page', { posX: 0, posY: 0, width: 100, height: 100 });
    const isHere = (field: Field) => field.documentId === shown.documentId && field.page === shown.page;
    for (const field of kept?.fields.filter(isHere) ?? []) {
      if (field.value !== null || field.type === 'date') compare(field.label, field);
    }
  }
  return compared;
}

/** How many pixels have the colour of a typed signature. */
export function inkOn(canvas: Element): number {
  const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
  if (!context) return 0;
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  const isInk = (at: number) =>
    [0x14, 0x21, 0x3d].every((part, i) => Math.abs((data[at + i] ?? 0) - part) < 4);
  return Array.from({ length: data.length / 4 }, (_, i) => i * 4).filter(isInk).length;
}
