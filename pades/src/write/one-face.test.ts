import { describe, expect, test } from 'vitest';
import { examine } from '../intake/examine.ts';
import { findTwoFaces } from '../intake/two-faces.ts';
import { defaultLimits } from '../limits.ts';
import { fileOf, refusedFiles, twoFacedFiles } from '../testing/two-faced-files.ts';
import { makeOneFace } from './one-face.ts';

const withOneFace = (file: Buffer): Buffer => Buffer.concat([file, makeOneFace(file, defaultLimits)]);

describe('a file with two faces', () => {
  test.each(Object.entries({ ...twoFacedFiles, ...refusedFiles }))('is found by %s', (_name, each) => {
    const file = fileOf(each);
    expect(examine(file)).toMatchObject({ refusals: [], mayBeTwoFaced: true });
    const parts = findTwoFaces(file);
    expect(parts.map(({ kind }) => kind)).toContain(each.kind);
    const part = parts.find(({ kind }) => kind === each.kind);
    expect(part?.sentence).toContain(each.words);
    expect(part?.page).toBe(['action', 'print-area'].includes(each.kind) ? (part?.page ?? null) : 0);
    if (each.kind === 'annotation') expect(part?.displayed).not.toBeNull();
  });

  test.each(Object.entries(twoFacedFiles))('has one after its preparation: %s', (_name, each) => {
    const after = withOneFace(fileOf(each));
    expect(examine(after).refusals).toEqual([]);
    expect(findTwoFaces(after)).toEqual([]);
    expect(makeOneFace(after, defaultLimits)).toHaveLength(0);
  });

  test.each(Object.entries(refusedFiles))('stays one: %s', (_name, each) => {
    expect(findTwoFaces(withOneFace(fileOf(each)))).not.toEqual([]);
  });
});

const updateOf = (name: string): string => {
  const file = fileOf({ sample: twoFacedFiles[name]?.sample ?? {} });
  return Buffer.from(makeOneFace(file, defaultLimits)).toString('latin1');
};

test('an annotation is painted into its page where a screen shows it, and in its layer', () => {
  expect(updateOf('an annotation for the screen alone')).toMatch(/\/Paraph1 11 0 R/);
  expect(updateOf('an annotation in a layer for print')).toMatch(
    /\/OC 12 0 R[^>]*\/Resources <<.*\/H 11 0 R/s,
  );
});

test('an annotation goes where only print would show it', () => {
  const update = updateOf('an annotation for print alone');
  expect(update).toMatch(/\/Annots \[\]/);
  expect(update).not.toContain('11 0 R');
});
