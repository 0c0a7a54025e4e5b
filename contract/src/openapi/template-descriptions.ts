import type { OperationDescriptions } from './description-table.ts';

export const TEMPLATE_DESCRIPTIONS: OperationDescriptions = {
  cloneTemplate: {
    does:
      'Creates a workflow from a template: the recipients fill its placeholders in order, everything else ' +
      'is copied. With `hasToBeStarted` it starts immediately; if that fails, nothing is created. Also needs ' +
      'the scope `templates:read`.',
    refuses: {
      VALIDATION_ERROR: 'The number of recipients differs, one is invalid, or the level is not available.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow cannot start, for example without steps.',
    },
  },
  listTemplates: {
    does: 'Answers a page of the templates of a workspace that the caller may see, newest first. Changes nothing.',
  },
  createTemplate: {
    does:
      'Creates a template of PDFs, of a workflow (`fromWorkflowId`, without its recipients and answers) or of another ' +
      'template (`fromTemplateId`). Documents stay within their organization.',
    refuses: { VALIDATION_ERROR: 'A value is wrong, or more than one source is given.' },
  },
  readTemplate: {
    does:
      'Answers the whole template with recipients, steps, fields and documents. With `session=1` the links of the ' +
      'files need no credential for fifteen minutes. Changes nothing.',
  },
  readTemplateSchema: {
    does:
      'Answers a JSON Schema of the body that the cloner takes for this template: how many people, in which places, ' +
      'and which value each key of a field takes. Changes nothing.',
  },
  exportAnswers: {
    does:
      'Answers all workflows made of the template that the caller may see, of each workspace newest first, while they ' +
      'are read. CSV has id, envelope id, name, status, when it was sent and ended, name and address for each placeholder, other ' +
      'people, and a column for each field of the template as it is now, by its key or label; a cell that begins as a formula ' +
      'does gets an apostrophe before it. A line of `format=jsonl` has `people` and all `answers` of the workflow, each with ' +
      'key, label, type, value, by whom and since when, as `GET …/values` has them. Also needs the scope `templates:read`. ' +
      'Changes nothing.',
    refuses: { VALIDATION_ERROR: 'A filter has an unknown value.' },
  },
  updateTemplate: {
    does:
      'Changes what is given and leaves the rest; `newWorkspaceId` moves the template. Workflows created from it ' +
      'do not change.',
    refuses: { WORKSPACE_NOT_FOUND: '`newWorkspaceId` is none of the caller’s workspaces.' },
  },
  deleteTemplate: {
    does: 'Deletes a template with its files. Workflows created from it have copies and stay. It cannot be undone.',
  },
  setTemplateRoles: {
    does:
      'Replaces the placeholders of a template and what each is to do. One with an `id` is kept with its fields; the ' +
      'others are removed with theirs. Answers the placeholders in the order given.',
  },
  addTemplateSteps: {
    does: 'Adds steps after those a template has, and answers all of them; each role acts in one step.',
    refuses: { VALIDATION_ERROR: 'A role is unknown, of another kind, or in a step already.' },
  },
  setTemplateSteps: {
    does: 'Replaces all steps of a template and answers them; each role acts in one step.',
    refuses: { VALIDATION_ERROR: 'A role is unknown, of another kind, or in two steps.' },
  },
  setTemplatePreferences: {
    does:
      'Sets preferences for the workflows that will be created from a template; an empty value unsets one. Answers all that ' +
      'are set now, the secret included.',
  },
  listTemplateFields: { does: 'Answers the fields of a template with their places, in percent of the page.' },
  listTemplateFollowers: {
    does:
      'Answers who gets copies of the workflows that are made of a template. Of those without an address, the call that ' +
      'makes a workflow says who they are. Changes nothing.',
  },
  setTemplateFollowers: {
    does:
      'Replaces the followers of a template. Workflows that were made of it stay as they are. Without an address, a ' +
      'follower is asked for when the template is used: `followers` of the cloner, in the same order.',
    refuses: { VALIDATION_ERROR: 'A value is wrong, an address is named twice, or there are too many.' },
  },
  listTemplateSuggestions: {
    does:
      'Searches the pages of a document of a template for printed places that ask for a signature, a date and the like, ' +
      'and for tags such as `{{signature:Buyer}}`. Answers each with its place and the placeholder it belongs to. Changes ' +
      'nothing: `setTemplateFields` places them.',
    refuses: {
      NOT_FOUND: 'There is no such document in this template.',
      DOCUMENT_NOT_ACCEPTED: 'Its pages cannot be searched, or it would take too long.',
    },
  },
  setTemplateFields: {
    does:
      'Replaces the fields of a template: one with an `id` is changed, one without is new, the others are deleted. With ' +
      '`placeFields` the tags in the text of its documents become fields beside them.',
    refuses: {
      VALIDATION_ERROR:
        'A field is off its page, its document or role is not of this template, or a tag cannot become a field.',
    },
  },
  addTemplateDocument: {
    does:
      'Adds a PDF after the documents of a template; its text anchors and empty signature fields become fields. Answers ' +
      'the whole template.',
  },
  removeTemplateDocument: {
    does: 'Deletes a document of a template with its fields. Existing workflows keep their copies.',
    refuses: {
      NOT_FOUND: 'The template has no such document.',
      WORKFLOW_STATUS_CONFLICT: 'This is its last document.',
    },
  },
  setTemplateTags: {
    does: 'Replaces the tags of a template by those that are named. Answers its tags.',
    refuses: { VALIDATION_ERROR: 'A tag is not of this workspace, or there are too many.' },
  },
  readTemplateFile: {
    does:
      'Answers the bytes of a document of a template. Takes a credential, or a link that was signed by `session=1`. ' +
      'Understands `Range` and `If-None-Match`.',
  },
  readTemplateThumb: {
    does:
      'Answers the picture of the first page of a template’s document as PNG. Takes a credential, or a link that was ' +
      'signed by `session=1`.',
  },
};
