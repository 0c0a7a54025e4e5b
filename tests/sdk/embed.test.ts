import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ParaphSignElement } from '../../sdk/embed/src/index.ts';
import { ParaphSign } from '../../sdk/embed/src/react.ts';

test('on a server the package is imported and shows nothing', () => {
  const url = 'https://sign.example.com/signing/embedded/1#token';
  expect(renderToString(createElement(ParaphSign, { url, className: 'contract' }))).toBe(
    '<div class="contract"></div>',
  );
  expect(ParaphSignElement.observedAttributes).toEqual(['url', 'language']);
});
