type Attributes = Readonly<Record<string, string>>;

/** An element whose children are finished XML. */
export function element(name: string, children: readonly string[], attributes: Attributes = {}): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedXml(value)}"`);
  const start = `<${name}${listed.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

export function textElement(name: string, text: string): string {
  return `<${name}>${escapedXml(text)}</${name}>`;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML has no place for most control characters, even as references. */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => REFERENCES[character] ?? '');
}
