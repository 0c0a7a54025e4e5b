/**
 * A nested value as pairs in bracket notation: `{ steps: [{ type: 'sign' }] }` → `['steps[0][type]', 'sign']`.
 * Omits undefined values and empty lists and maps, which the notation cannot express; writes null as an empty string.
 *
 * @throws TypeError for a key that contains a bracket, which the notation cannot express.
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
