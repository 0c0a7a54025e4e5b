import { FOLLOWER_TIMES, LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { Email, PersonName } from './request-values.ts';
import { described, exact, Id, limited, nullable, oneOf, Text, Timestamp, withMisfit } from './schemas.ts';

const Times = withMisfit(
  described(
    oneOf(FOLLOWER_TIMES),
    'Which copies they get: of the request (`start`), of how it ended (`end`), or `both`',
  ),
  `Must be one of ${FOLLOWER_TIMES.join(', ')}.`,
);
const Language = withMisfit(
  described(
    Type.Optional(nullable(oneOf(SIGNING_LANGUAGES))),
    'Of the mails to the follower and of their page; null for the browser’s, and English in mails',
  ),
  `Must be one of ${SIGNING_LANGUAGES.join(', ')}.`,
);
const FollowersLimits = { maxItems: LIMITS.workflowFollowersMax };

/** Who gets copies and acts in nothing, in a request. */
export const NewFollower = Type.Object({
  name: described(PersonName, 'The follower’s name'),
  email: described(Email, 'The follower’s email address; once among the followers'),
  language: Language,
  when: Times,
  of: withMisfit(
    described(
      Type.Optional(nullable(Type.Union([Id, Text]))),
      'The id of a recipient, or the address where there are no ids yet: copied whenever they are invited, reminded or ' +
        'pass on, instead of at the start. Null: the start',
    ),
    'Must be the id or the address of a recipient of this workflow.',
  ),
});
export const NewFollowers = limited(Type.Array(NewFollower), FollowersLimits);

/** In a form: `followers[0][name]`, `followers[0][when]` and so on. */
export const FormFollowers = described(
  Type.Optional(
    withMisfit(
      NewFollowers,
      'Must be a list: followers[0][name], followers[0][email] and followers[0][when].',
    ),
  ),
  'Who gets copies and acts in nothing; at most 20',
);

export const Follower = exact({
  id: described(Id, 'Id of the follower'),
  name: described(Text, 'The follower’s name'),
  email: described(Text, 'The follower’s email address'),
  language: described(nullable(oneOf(SIGNING_LANGUAGES)), 'Of their mails and page; null for the browser’s'),
  when: Times,
  ofRecipientId: described(nullable(Id), 'The recipient whose requests are copied; null: the start'),
  openedDate: described(
    nullable(Timestamp),
    'When they first opened their link, in seconds since 1970; null until then',
  ),
  stoppedDate: described(
    nullable(Timestamp),
    'Since when they want no more mails, in seconds since 1970; null: they get them',
  ),
  mailProblem: described(
    nullable(Text),
    'What the mail server said of the last mail to them, if it was given up; null: nothing',
  ),
});

export const Followers = described(Type.Array(Follower), 'Who gets copies and acts in nothing');

/** A follower of the workflows that are made of a template, in a request. */
export const NewTemplateFollower = Type.Object({
  ...NewFollower.properties,
  email: described(
    Type.Optional(nullable(Email)),
    'The follower’s email address; null or absent: asked when the template is used',
  ),
  of: described(
    Type.Optional(nullable(Id)),
    'The id of a placeholder, whose requests are copied instead of the start; null: the start',
  ),
});
export const NewTemplateFollowers = limited(Type.Array(NewTemplateFollower), FollowersLimits);

export const TemplateFollower = exact({
  name: described(Text, 'The follower’s name'),
  email: described(nullable(Text), 'The follower’s email address; null: asked when the template is used'),
  language: described(nullable(oneOf(SIGNING_LANGUAGES)), 'Of their mails and page; null for the browser’s'),
  when: Times,
  of: described(nullable(Id), 'The placeholder whose requests are copied; null: the start'),
});
