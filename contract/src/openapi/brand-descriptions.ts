import type { OperationDescriptions } from './description-table.ts';

const NO_ORGANIZATION = 'The caller belongs to no such organization.';

/** How an organization shows itself. */
export const BRAND_DESCRIPTIONS: OperationDescriptions = {
  readLinkHost: {
    does:
      'Answers the host of its own that links of the organization name, with the TXT record that proves it. For administrators. ' +
      'Changes nothing.',
    refuses: { NOT_FOUND: NO_ORGANIZATION },
  },
  setLinkHost: {
    does:
      'Sets a host for the links in mails to people who are asked or kept informed. It counts once `…/check` has proven it. ' +
      'Another host takes its place, and links that were sent go on as long as the former one leads here. Recorded in the ' +
      'events of the organization.',
    refuses: {
      VALIDATION_ERROR: 'It is no name of a host, or that of the instance.',
      NOT_FOUND: NO_ORGANIZATION,
    },
  },
  checkLinkHost: {
    does:
      'Asks the DNS for the TXT record and then the host for `/.well-known/paraph-host`, which this instance alone answers ' +
      'right. From then on links name the host. After the first, a proxy may make a certificate for it.',
    refuses: {
      VALIDATION_ERROR: 'The record is absent or another one, or the host does not lead to this instance.',
      NOT_FOUND: 'The caller belongs to no such organization, or it has set no host.',
    },
  },
  removeLinkHost: {
    does: 'Has links name the instance again. Those that were sent go on as long as the host leads here.',
    refuses: { NOT_FOUND: 'The caller belongs to no such organization, or it has set no host.' },
  },
  readBrand: {
    does:
      'Answers the draft of how the organization shows itself, and what is published of it. For administrators. Changes ' +
      'nothing.',
    refuses: { NOT_FOUND: NO_ORGANIZATION },
  },
  updateBrand: {
    does:
      'Changes colour and words of the draft, which only administrators see until it is published. The shades for dark ' +
      'pages are derived from the accent. Texts stand beside those of Paraph, never in their place.',
    refuses: {
      VALIDATION_ERROR:
        'The accent cannot be read on a page (the nearest that can be is named), a name passes for an address, or a text is too long.',
      NOT_FOUND: NO_ORGANIZATION,
    },
  },
  withdrawBrand: {
    does: 'Shows nothing of the organization’s own from now on. The draft stays. A no-op where nothing is published.',
    refuses: { NOT_FOUND: NO_ORGANIZATION },
  },
  publishBrand: {
    does:
      'Shows the draft from now on: on pages at once, in mails and certificates that are made from then on. Its texts ' +
      'beside the consent become versions, and evidence has the one that each person was shown. Recorded in the events of the organization.',
    refuses: { NOT_FOUND: 'There is no draft, or the caller belongs to no such organization.' },
  },
  readBrandLogo: {
    does: 'Answers the logo of the draft, or of what is published, a PNG. For administrators. Changes nothing.',
    refuses: { NOT_FOUND: 'There is no logo, or the caller belongs to no such organization.' },
  },
  updateBrandLogo: {
    does:
      'Keeps the pixels of a PNG or JPEG as the logo of the draft. An SVG is refused: the app draws one in the browser and ' +
      'sends its pixels.',
    refuses: {
      VALIDATION_ERROR: 'It is no PNG or JPEG, is damaged, shows nothing, or has too many pixels.',
      NOT_FOUND: NO_ORGANIZATION,
    },
  },
  deleteBrandLogo: {
    does: 'Removes the logo of the draft. What is published keeps its own until the draft is published.',
    refuses: { NOT_FOUND: NO_ORGANIZATION },
  },
  previewBrandMail: {
    does:
      'Answers an invitation as the draft would make it, about a made-up document: a page of HTML that can do nothing. ' +
      'Changes nothing, and sends nothing.',
    refuses: { NOT_FOUND: NO_ORGANIZATION },
  },
};
