import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';

const PATH = '/api/v1/organization/link-host';

const LinkHostAnswer = exact({
  linkHost: described(
    nullable(
      exact({
        host: described(Text, 'The host that links to documents name once it is proven'),
        recordName: described(Text, 'Where a TXT record shows that the organization holds it'),
        recordValue: described(Text, 'What that record is to be'),
        provenDate: described(
          nullable(Timestamp),
          'Since when links name it, in seconds since 1970; null: they name the instance',
        ),
      }),
    ),
    'Null: links name the instance',
  ),
});

const answered = { ...ADMINISTERED, answer: LinkHostAnswer } as const;

/** A host of its own for the links of an organization. */
export const linkHostOperations = {
  readLinkHost: operation({
    ...answered,
    method: 'GET',
    path: PATH,
    summary: 'The host of its own that links of the organization name',
  }),
  setLinkHost: operation({
    ...answered,
    method: 'PUT',
    path: PATH,
    summary: 'Set a host of its own for links; it counts once it is proven',
    body: Type.Object({ host: described(Type.String({ maxLength: 2_000 }), 'Such as `sign.example.com`') }),
  }),
  checkLinkHost: operation({
    ...answered,
    method: 'POST',
    path: `${PATH}/check`,
    summary: 'Ask the DNS and the host itself whether it is the organization’s and leads here',
  }),
  removeLinkHost: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: PATH,
    summary: 'Have links name the instance again',
    status: 204,
    answer: null,
  }),
};
