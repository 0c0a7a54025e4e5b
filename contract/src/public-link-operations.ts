import { LIMITS, PUBLIC_LINK_STATES, SIGNING_LANGUAGES, SUBMISSION_STATES } from '@paraph/domain';
import { Type } from 'typebox';
import { ShownBrand } from './brand-schemas.ts';
import { operation } from './operation.ts';
import { Email, FieldKey, Name, PersonName } from './request-values.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
} from './schemas.ts';
import { TemplatePath } from './template-operations.ts';

const LinkPath = Type.Object({
  ...TemplatePath.properties,
  linkId: described(Id, 'Id of the public link'),
});

const Language = nullable(oneOf(SIGNING_LANGUAGES));
const Moment = Type.Optional(nullable(Type.Integer()));
const peopleLimits = { maxItems: LIMITS.workflowRecipientsMax };

/** Only bounded here: the use case names all problems at once. */
const SETTINGS = {
  name: described(Name, 'What its page and its workflows’ trails call it: 2 to 250 characters'),
  people: described(
    Type.Optional(
      limited(
        Type.Array(
          Type.Object({
            placeholderId: described(Id, 'Id of another placeholder of the template'),
            name: described(PersonName, 'The name of who takes it'),
            email: described(Email, 'Their email address'),
            language: described(Type.Optional(Language), 'Of the mails to them; null for English'),
          }),
        ),
        peopleLimits,
      ),
    ),
    'Who takes other places each time; for places not named here, the person who comes is asked',
  ),
  opensDate: described(Moment, 'From when people may come, in seconds since 1970; null: at once'),
  closesDate: described(Moment, 'Until when, in seconds since 1970; null: until it is ended'),
  maximum: described(
    Type.Optional(nullable(Type.Integer())),
    'How many workflows there may be: those under way and those answered; null: no limit',
  ),
  oncePerPerson: described(
    Type.Optional(Type.Boolean()),
    'Whether each address may answer once only; false by default',
  ),
  language: described(Type.Optional(Language), 'Of the page and the mails; null: that of the browser'),
  prefillKeys: described(
    Type.Optional(limited(Type.Array(FieldKey), { maxItems: LIMITS.prefillKeysMax })),
    'Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned',
  ),
};

const count = (what: string) => described(Type.Integer(), what);
const LINK = {
  id: described(Id, 'Id of the public link'),
  workspaceId: described(Id, 'Id of the workspace of its template'),
  templateId: described(Id, 'Id of its template'),
  name: described(Text, 'What it is called'),
  placeholderId: described(Id, 'The placeholder that who comes takes the place of'),
  people: described(
    Type.Array(
      exact({
        placeholderId: described(Id, 'Id of a placeholder'),
        name: described(Text, 'The name of who takes it'),
        email: described(Text, 'Their email address'),
        language: described(Language, 'Of the mails to them'),
      }),
    ),
    'Who takes other places each time',
  ),
  opensDate: described(nullable(Timestamp), 'From when people may come'),
  closesDate: described(nullable(Timestamp), 'Until when'),
  maximum: described(nullable(Type.Integer()), 'How many workflows there may be; null: no limit'),
  oncePerPerson: described(Type.Boolean(), 'Whether each address may answer once only'),
  language: described(Language, 'Of the page; null: that of the browser'),
  prefillKeys: described(Type.Array(Text), 'Which keys the address may fill in unsigned'),
  state: described(
    oneOf(PUBLIC_LINK_STATES),
    'open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended',
  ),
  offReason: described(nullable(Text), 'Why it is off, for its owner; null where it is not'),
  url: described(Text, 'The address of its page, at the host of the organization’s links'),
  qr: described(Text, 'The address as a QR code: the text of an SVG picture'),
  counts: described(
    exact({
      open: count('How many people have proven their mailbox and not answered yet; each holds a place'),
      done: count('How many have answered'),
      abandoned: count('How many had not within seven days; they hold no place'),
    }),
    'Of what was begun by it; a mailbox that was not proven does not count',
  ),
  creatorName: described(Text, 'In whose name its workflows are made'),
  createDate: described(Timestamp, 'When it was made'),
  endDate: described(nullable(Timestamp), 'When it was ended; null before'),
};
const PublicLink = exact(LINK);
const SecretLink = exact({
  ...LINK,
  secret: described(
    Text,
    'Signs what `?prefill[key]=` says, by HMAC-SHA256; in this answer alone, and not stored anywhere',
  ),
});

const Submission = exact({
  id: described(Id, 'Id of the submission'),
  name: described(nullable(Text), 'Of the person, as they gave it; null once their workflow is erased'),
  email: described(nullable(Text), 'Their proven address; null once their workflow is erased'),
  state: described(
    oneOf(SUBMISSION_STATES.filter((state) => state !== 'asked')),
    'open: not answered yet; done; abandoned after seven days; ended: declined, canceled, expired or deleted',
  ),
  reference: described(nullable(Text), 'What `?ref=` of the address said'),
  provenDate: described(Timestamp, 'When they proved their mailbox'),
  workflowId: described(nullable(Id), 'The integer id of their workflow; null once it is erased'),
  envelopeId: described(nullable(Text), 'The 40-character id of their workflow'),
  status: described(nullable(Text), 'The status of their workflow now'),
});

const FormPath = Type.Object({ formToken: Type.String({ maxLength: 100 }) });
const Values = Type.Record(Text, Type.String({ maxLength: LIMITS.fieldValueCharactersMax }));

/** What the page of a public link shows to its visitors. */
export const FormView = exact({
  state: oneOf(PUBLIC_LINK_STATES),
  name: Text,
  senderName: Text,
  organizationName: Text,
  language: Language,
  opensDate: nullable(Timestamp),
  closesDate: nullable(Timestamp),
  documents: described(
    Type.Array(
      exact({
        id: Id,
        name: Text,
        sha256: Text,
        pages: Type.Array(exact({ width: Type.Number(), height: Type.Number() })),
        url: Text,
      }),
    ),
    'None where the link is not open',
  ),
  asked: described(
    Type.Array(exact({ placeholderId: Id, name: Text })),
    'The placeholders that the person who comes names people for',
  ),
  prefillKeys: Type.Array(Text),
  brand: ShownBrand,
});

const REFUSALS = ['TEMPLATE_NOT_FOUND', 'NOT_FOUND'] as const;
const PATH = '/api/v1/workspaces/{workspaceId}/templates/{templateId}/links';
const reading = { scope: 'workflows:read', method: 'GET', refusals: REFUSALS } as const;
const changing = {
  scope: 'workflows:write',
  params: LinkPath,
  refusals: [...REFUSALS, 'WORKFLOW_STATUS_CONFLICT'],
} as const;
const visiting = {
  access: 'open',
  internal: true,
  countedAs: 'publicLinkCalls',
  params: FormPath,
  refusals: ['NOT_FOUND'],
} as const;

/** Visitors, by an address that is on a door or a page (interface.md §5.2). */
export const publicLinkOperations = {
  createPublicLink: operation({
    scope: 'workflows:write',
    method: 'POST',
    path: PATH,
    summary: 'Make an address at which visitors fill in and sign a template',
    params: TemplatePath,
    body: Type.Object({
      ...SETTINGS,
      placeholderId: described(Id, 'Who comes takes its place; it acts alone in the first step'),
    }),
    status: 201,
    answer: SecretLink,
    refusals: ['TEMPLATE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listPublicLinks: operation({
    ...reading,
    path: PATH,
    summary: 'The public links of a template, newest first',
    params: TemplatePath,
    query: PagesQuery,
    answer: pageOf(PublicLink),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readPublicLink: operation({
    ...reading,
    path: `${PATH}/{linkId}`,
    summary: 'A public link, its address and its counts',
    params: LinkPath,
    answer: PublicLink,
  }),
  updatePublicLink: operation({
    ...changing,
    method: 'PUT',
    path: `${PATH}/{linkId}`,
    summary: 'Change a public link; what is left out stays',
    body: Type.Partial(Type.Object(SETTINGS)),
    answer: PublicLink,
  }),
  endPublicLink: operation({
    ...changing,
    method: 'DELETE',
    path: `${PATH}/{linkId}`,
    summary: 'End a public link: its page says so, and what was begun goes on',
    status: 204,
    answer: null,
  }),
  renewPublicLinkSecret: operation({
    ...changing,
    method: 'POST',
    path: `${PATH}/{linkId}/secret`,
    summary: 'Another secret to sign addresses with; those signed with the former one count no more',
    answer: SecretLink,
  }),
  listSubmissions: operation({
    ...reading,
    path: `${PATH}/{linkId}/submissions`,
    summary: 'Who came by a public link, newest first, with their workflows',
    params: LinkPath,
    query: PagesQuery,
    answer: pageOf(Submission),
  }),
  readForm: operation({
    ...visiting,
    method: 'GET',
    path: '/api/v1/forms/{formToken}',
    summary: 'What the page of a public link shows',
    answer: FormView,
  }),
  readFormDocument: operation({
    ...visiting,
    method: 'GET',
    path: '/api/v1/forms/{formToken}/documents/{documentId}',
    summary: 'The bytes of a document that a public link asks to sign',
    params: Type.Object({ ...FormPath.properties, documentId: Id }),
    answer: 'binary',
  }),
  readFormLogo: operation({
    ...visiting,
    method: 'GET',
    path: '/api/v1/forms/{formToken}/logo',
    summary: 'The logo of the organization of a public link, a PNG',
    query: Type.Object({ v: Type.Optional(Text) }),
    answer: 'binary',
  }),
  beginSubmission: operation({
    ...visiting,
    method: 'POST',
    path: '/api/v1/forms/{formToken}/submissions',
    summary: 'Give name and address; a code goes to the mailbox, and nothing to other people',
    body: Type.Object({
      name: described(PersonName, 'Of the person who came'),
      email: described(Email, 'Where the code goes'),
      language: Type.Optional(oneOf(SIGNING_LANGUAGES)),
      people: Type.Optional(
        limited(Type.Array(Type.Object({ placeholderId: Id, name: PersonName, email: Email })), peopleLimits),
      ),
      values: Type.Optional(limited(Values, { maxProperties: LIMITS.workflowFieldsMax })),
      signature: Type.Optional(Type.String({ maxLength: 200 })),
      reference: Type.Optional(Type.String({ maxLength: 250 })),
    }),
    status: 202,
    answer: exact({
      submission: described(Text, 'What the code is entered with'),
      expiryDate: described(Timestamp, 'Until when the code counts'),
    }),
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  proveMailbox: operation({
    ...visiting,
    method: 'POST',
    path: '/api/v1/forms/{formToken}/submissions/{submission}/proof',
    summary: 'Enter the code: makes the workflow, or finds the one that was begun',
    params: Type.Object({
      ...FormPath.properties,
      submission: Type.String({ maxLength: 100 }),
    }),
    body: Type.Object({ code: described(Type.String({ maxLength: 40 }), 'Six digits') }),
    answer: exact({
      outcome: described(
        oneOf(['sign', 'answered', 'early', 'closed', 'full', 'off', 'ended']),
        'sign: go to `url`; answered: once is enough, and the person has; else the link is not open any more',
      ),
      url: described(nullable(Text), 'The signing page of the person'),
      answeredDate: nullable(Timestamp),
    }),
  }),
};
