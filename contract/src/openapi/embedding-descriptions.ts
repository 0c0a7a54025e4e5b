import type { OperationDescriptions } from './description-table.ts';

/** What a program shows in frames of its own pages, and which pages may. */
export const EMBEDDING_DESCRIPTIONS: OperationDescriptions = {
  createEmbeddedSession: {
    does:
      'Creates the address of a frame in which a recipient signs inside your own page: opened once, within 5 minutes, by a ' +
      'page of that origin alone. Trail, certificate and signature say that your app showed it, and how it says that it ' +
      'knew the person; whatever the level asks for besides is asked for in the frame. Each call is an event of the workflow.',
    refuses: {
      VALIDATION_ERROR: 'The origin is not listed, or `violations` names what else is wrong.',
      UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
        'The role lacks `edit_created_workflow`, a person calls and no program, or the app is of another organization.',
      NOT_FOUND: 'The workflow has no such recipient.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is a draft, which asks nobody yet.',
    },
  },
  createEmbeddedDesign: {
    does:
      'Creates the address of a frame in which a person prepares the draft inside your own page: opened once, within 5 ' +
      'minutes, by a page of that origin alone. What you lock, types of fields that you leave out and a start that you do ' +
      'not offer are refused there, not only hidden. What is done is recorded as done by the caller.',
    refuses: {
      VALIDATION_ERROR: 'The origin is not listed, or `violations` names what else is wrong.',
      UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
        'The role lacks `edit_created_workflow`, a person calls and no program, or the app is of another organization.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow has started: it is no draft any more.',
    },
  },
  readEmbedOrigins: {
    does: 'Answers the origins whose pages may show what API keys of the organization open for signing. Changes nothing.',
  },
  updateEmbedOrigins: {
    does:
      'Replaces the list of origins whose pages may show what API keys of the organization open for signing. Sessions that ' +
      'exist keep their own origin. An integration app has a list of its own, under Developers.',
    refuses: {
      VALIDATION_ERROR: '`violations` names each origin that is none, or has a path or a wildcard.',
    },
  },
};
