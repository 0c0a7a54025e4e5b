/**
 * A nested value as pairs in bracket notation: `{ steps: [{ type: 'sign' }] }` → `['steps[0][type]', 'sign']`.
 * What is undefined is left out, null is the empty text; empty lists and maps cannot be written and are left out.
 *
 * @throws TypeError for a key with a bracket in it, which this notation cannot hold.
 */
export function toPairs<Leaf = never>(
  value: object,
  isLeaf: (value: object) => value is Leaf & object = (_): _ is never => false,
): [string, string | (Leaf & object)][] {
  const pairs: [string, string | (Leaf & object)][] = [];
  const add = (name: string, inner: unknown): void => {
    if (inner === undefined || typeof inner === 'function') return;
    if (inner === null || typeof inner !== 'object') pairs.push([name, inner === null ? '' : String(inner)]);
    else if (isLeaf(inner)) pairs.push([name, inner]);
    else for (const [key, each] of Object.entries(inner)) add(`${name}[${checked(key)}]`, each);
  };
  for (const [key, inner] of Object.entries(value)) add(checked(key), inner);
  return pairs;
}

function checked(key: string): string {
  if (!/^[^[\]]+$/.test(key))
    throw new TypeError(`"${key}" cannot be sent: a key has no brackets and is not empty.`);
  return key;
}
