import { Type } from 'typebox';
import { described, exact, nullable } from './schemas.ts';

const said = (description: string) => Type.String({ description });

/** How a recipient was identified, in the evidence. */
export const EvidenceAuthentication = described(
  Type.Array(
    exact({
      method: said(
        'mailbox: the link that was mailed to the address was followed; in-person: a host handed a device over, ' +
          'in-person-known-device: one on which the host had signed in before; copied-link: the host copied a link; ' +
          'embedded: an app showed it in its own page; code-sms, code-mail, passkey or identity-provider: a proof ' +
          'for exactly this content',
      ),
      time: Type.String({ description: 'UTC, ISO 8601 with milliseconds, by the clock of the instance' }),
      reference: nullable(said('The name of the host, or of the app; else null')),
      said: described(
        nullable(
          exact({
            origin: said('Of the page in which the app showed it'),
            method: said('How the app says that it knew the person'),
            at: said('When, as the app says'),
          }),
        ),
        'What an app says by its own word; null for all else',
      ),
    }),
  ),
  'How the recipient was identified',
);
