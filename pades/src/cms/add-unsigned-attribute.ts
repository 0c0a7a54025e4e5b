import { children, derTags, expectTag, readDer, readOid } from '../asn1/der-reader.ts';
import { contextConstructed, objectIdentifier, retagged, sequence, setOf } from '../asn1/der-writer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/**
 * A CMS with one signer and one more unsigned attribute; everything that is signed keeps its bytes (RFC 5652 §5.3).
 * Zeros may follow the CMS, as in /Contents.
 * @throws PdfRefusal `cms` when it holds an attribute of this type.
 */
export function addUnsignedAttribute(cms: Uint8Array, type: string, value: Uint8Array): Uint8Array {
  const [contentType, wrapper] = children(expectTag(readDer(cms, { trailing: true }), derTags.sequence));
  const [wrapped] = children(expectTag(wrapper, 0xa0));
  const signedData = children(expectTag(wrapped, derTags.sequence));
  const [signerInfo] = children(expectTag(signedData.at(-1), derTags.set));
  const elements = children(expectTag(signerInfo, derTags.sequence));
  const last = elements.at(-1);
  const attributes = last?.tag === 0xa1 ? children(last) : [];
  if (attributes.some((attribute) => readOid(children(attribute)[0]) === type))
    throw new PdfRefusal('cms', 'The signature has such an attribute already.', type);
  const attribute = sequence(objectIdentifier(type), setOf([value]));
  const unsigned = retagged(0xa1, setOf([...attributes.map(({ whole }) => whole), attribute]));
  const elementsBefore = elements.slice(0, attributes.length > 0 ? -1 : undefined).map(({ whole }) => whole);
  return sequence(
    contentType?.whole ?? new Uint8Array(),
    contextConstructed(
      0,
      sequence(
        ...signedData.slice(0, -1).map(({ whole }) => whole),
        setOf([sequence(...elementsBefore, unsigned)]),
      ),
    ),
  );
}
