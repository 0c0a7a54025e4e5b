import type { OperationDescriptions } from './description-table.ts';

/** Workflows and envelopes: what each call does beyond its summary, its effects, and when it is refused. */
export const WORKFLOW_DESCRIPTIONS: OperationDescriptions = {
  createQuickEnvelope: {
    does:
      'Creates a workflow with its documents, recipients, steps and fields, starts it, and mails the recipients of the ' +
      'first step; either all of it happens or nothing. Each further part `document` is a further document. A deadline, ' +
      '`expiryDate`, is 7 to 90 days ahead, and 7 days by default. Send an `Idempotency-Key`, and a ' +
      'repeated call never sends a second envelope.',
    refuses: {
      VALIDATION_ERROR:
        'A part is missing or wrong, the file is not a PDF, or the level `type` is not available.',
      WORKSPACE_NOT_FOUND: '`workspaceId` is none of the caller’s workspaces.',
    },
  },
  readQuickEnvelope: {
    does:
      'Answers a workflow in the format of the quick family: its status, documents, recipients, and each action of its ' +
      'steps. With `session=1` the links of the files need no credential for fifteen minutes. Changes nothing.',
  },
  listWorkflows: {
    does:
      'Answers a page of the workflows of a workspace that the caller may see, newest first, each with ' +
      '`pendingActions`: the open actions of its recipients. Filters and `query` narrow it, `sort` orders it. Changes nothing.',
    refuses: {
      VALIDATION_ERROR:
        'A filter or `sort` has an unknown value; `after` is none, is of another order, or comes without `sort` or with `page`.',
    },
  },
  countWorkflows: {
    does:
      'Answers how many workflows of the workspace, of those that the caller may see, are in each status, end within ' +
      'seven days, and are filed away. Each is counted up to `bound`: a larger one says only that there are more.',
  },
  exportWorkflows: {
    does:
      'Answers all workflows that the filters find, newest first, while they are read: as CSV with a line of names, or with ' +
      '`format=jsonl` as items of the list, one a line. A cell that begins as a formula does gets an apostrophe before it. ' +
      'Changes nothing.',
    refuses: { VALIDATION_ERROR: 'A filter has an unknown value.' },
  },
  actOnWorkflows: {
    does:
      'Does the same with each of these workflows, named by ids or found by filters, one after the other, with the rights, ' +
      'events and mails of its own call: reminds, cancels, changes the deadline, tags, files away, exports or deletes. ' +
      'Answers one bulk item for each, with HTTP 200 also where one was refused, which stops no other.',
    refuses: {
      VALIDATION_ERROR:
        'What the act needs is missing, a value is wrong, or the filter finds too many; nothing was done.',
    },
  },
  createWorkflow: {
    does:
      'Creates a draft of one or more PDFs, without recipients; no mail is sent. Set recipients, steps and fields ' +
      'by the calls that follow, then start it.',
    refuses: {
      VALIDATION_ERROR:
        'A part is missing or wrong, the file is not a PDF, or the level `type` is not available.',
    },
  },
  deleteWorkflows: {
    does:
      'Deletes the named drafts and ended workflows with their files, answers and trail; a tombstone of hashes stays. ' +
      'It cannot be undone. Answers one bulk item for each, with HTTP 200 also where one failed.',
    refuses: { VALIDATION_ERROR: 'No workflow is named, or more than a call may name.' },
  },
  readWorkflow: {
    does:
      'Answers the whole workflow, and `blockedCause` if sealing failed. With `session=1` the links of the ' +
      'files need no credential for fifteen minutes. Changes nothing.',
  },
  readValues: {
    does:
      'Answers what the fields with a key say, by their keys: the value, who gave it and when it became final. ' +
      'Works in every status, also after the end. Changes nothing.',
  },
  updateWorkflow: {
    does:
      'Changes what is given and leaves the rest. `type`, `senderMessage`, `senderName` and `scheduledStartDate` may ' +
      'change in a draft alone, `expiryDate` until the end, name, metadata and workspace always. No mail is sent.',
    refuses: {
      VALIDATION_ERROR: 'A value is wrong; nothing was changed.',
      WORKFLOW_STATUS_CONFLICT: 'The status fixes a part that is given; the message names it.',
      WORKSPACE_NOT_FOUND: '`newWorkspaceId` is none of the caller’s workspaces.',
    },
  },
  listTimeline: {
    does:
      'Answers the events of the workflow in order: who did what, and when, with a text. Changes nothing; no call can ' +
      'change the events.',
  },
  moveTime: {
    does:
      'Brings nearer what waits for a time: the deadline, a scheduled start, and when recipients may be reminded again. ' +
      'A deadline that is reached ends the workflow at once; a start that is due follows within a minute. The trail says ' +
      'that time was moved. An instance whose address is not `localhost` or `127.0.0.1` answers 404.',
  },
  cancelWorkflow: {
    does:
      'Stops a draft or a running workflow for good: its links end, and the invited recipients get a mail. Answers one ' +
      'bulk item; a workflow that has ended is a failed item with `WORKFLOW_STATUS_CONFLICT`, and HTTP 200.',
  },
  retryWorkflow: {
    does:
      'Repeats sealing after it failed (status `blocked`): the workflow goes back to `approved`, and a job ' +
      'seals it. Answers the workflow before that job has run.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow is not blocked.' },
  },
  duplicateWorkflow: {
    does:
      'Creates a draft with the documents, recipients, steps, fields, message and preferences of a workflow in any ' +
      'status. Answers, tags and metadata are not copied, and no mail is sent.',
    refuses: { VALIDATION_ERROR: 'The level of the workflow is not available any more.' },
  },
  correctWorkflow: {
    does:
      'Creates a draft of a workflow that was declined or canceled, or has expired: its documents, recipients, steps, fields, ' +
      'message, preferences and metadata, and the values that the sender had given for fields. Answers of people are not ' +
      'copied, and no mail is sent. The timelines of both name the other.',
    refuses: {
      VALIDATION_ERROR: 'The level of the workflow is not available any more.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow has not ended, or is signed.',
    },
  },
  readTemporaryFile: {
    does:
      'Answers the bytes of a document as it is now: the uploaded file in a draft; from the start on with its form fields; ' +
      'sealed once the workflow is `signed`. `version=original` answers the PDF as it was uploaded, in any status, `version=source` what it was made of. Takes a ' +
      'credential, or a link that was signed by `session=1`. Understands `Range` and `If-None-Match`.',
  },
  readArchivedFile: {
    does:
      'Answers the bytes of a sealed document, once the workflow is `signed`. Takes a credential, or a link that was ' +
      'signed by `session=1`. Understands `Range` and `If-None-Match`.',
    refuses: { NOT_FOUND: 'There is no such file, or the workflow is not signed yet.' },
  },
  readThumb: {
    does:
      'Answers the picture of the first page of a document as PNG, in any status of the workflow. Takes a credential, ' +
      'or a link that was signed by `session=1`.',
  },
  listMyActions: {
    does:
      'Answers a page of the open actions of the caller, by the verified email address of the account, each with its ' +
      'envelope and `publicSignUri`, where the caller acts. Changes nothing.',
  },
  listAttachments: {
    does:
      'Answers the files that signers attached, each with name, hash and address; those of a signer who has not signed ' +
      'yet are left out. Changes nothing.',
  },
  readAttachment: {
    does:
      'Answers the bytes of one of these files, as a download. Name and hash are in the signed document, so that it ' +
      'can be compared with what was signed. Ranges and `ETag` are supported. Changes nothing.',
    refuses: { NOT_FOUND: 'The field has no file, or its signer has not signed yet.' },
  },
  readCompletionCertificate: {
    does:
      'Answers the certificate of completion as a PDF, or of how the workflow ended otherwise: who was asked, identified how ' +
      'and did what when, the hashes before and after, what happened, and what is not proven. Sealed as the documents are, tagged (PDF/UA-1) and archivable ' +
      '(PDF/A-3a), with the record of `readEvidence` attached. Made when it is first asked for, and the same from then on.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow has not ended.' },
  },
  readCourtBundle: {
    does:
      'Answers one ZIP archive for a court: the sealed documents, certificate of completion, record, proofs of the log, ' +
      'timestamps, validation reports (ETSI TS 119 102-2), the offline verifier with these documents, and a page for each ' +
      'question that a court asks, with steps that repeat every answer by `openssl` and a shell, without a network. Made at each ' +
      'call, which changes nothing.',
    refuses: {
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not signed by all, or its documents are not sealed yet.',
      SERVICE_UNAVAILABLE: 'The machine is too busy to check the documents.',
    },
  },
  readArchive: {
    does:
      'Answers the files of a workflow that has ended, in any way, as one ZIP archive: the documents as they are now, the ' +
      'certificate, the record (`evidence.json`), and under `attachments` what signers attached. Names are right on every ' +
      'system, and each occurs once. Changes nothing.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow has not ended.' },
  },
  readArchives: {
    does:
      'Answers the same of at most 100 workflows, with a folder for each. Each must have ended and be visible to the ' +
      'caller, or there is no archive. Changes nothing.',
    refuses: {
      VALIDATION_ERROR: 'A workflow has not ended, which is named, or there are too many.',
      WORKFLOW_NOT_FOUND: 'One of them is none of this workspace, or not visible to the caller.',
    },
  },
  readEvidence: {
    does:
      'Answers the evidence of a workflow with a timestamp over it: each event, what every signer saw and did, ' +
      'and what is not proven. It is marked interim until the workflow has ended. Changes nothing.',
  },
  editWorkflow: {
    does:
      'The same as the update, and as a form it may carry a `document`, which replaces the first document of a draft. ' +
      'Its answers carry `Deprecation`, `Sunset` and `Link`.',
    refuses: {
      VALIDATION_ERROR: 'A value is invalid or the file is not a PDF; nothing was changed.',
      WORKFLOW_STATUS_CONFLICT: 'The status fixes a part that is given; the message names it.',
    },
  },
  setRoles: {
    does:
      'Replaces the recipients of a draft and what each is to do. A recipient with an `id`, or with an address that is ' +
      'there, is kept with its fields; the others are removed with theirs. Text anchors of a new `anchorTag` become ' +
      'fields. Answers the recipients in the order given; no mail is sent.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.' },
  },
  setRolesDirectly: {
    does:
      'Replaces the recipients of a draft as the call with the workspace in its path does. Its answers carry ' +
      '`Deprecation`, `Sunset` and `Link`.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.' },
  },
  addSteps: {
    does:
      'Adds steps after those a draft has, and answers all of them. Steps run one after another, the roles of a step ' +
      'side by side; say the kind by `type`, or by `sign: true` or `review: true`.',
    refuses: {
      VALIDATION_ERROR: 'A role is unknown, of another kind, or in a step already.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
    },
  },
  setSteps: {
    does:
      'Replaces recipients and steps of a draft in one change. A recipient who is named again, by id or address, keeps ' +
      'the fields of the roles that remain; the fields of the others are deleted. No mail is sent.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.' },
  },
  setPreferences: {
    does:
      'Sets the given preferences of a draft beside those it has; an empty value unsets one. A callback address without ' +
      'a secret gets one. Answers all that are set now, the secret included.',
    refuses: {
      VALIDATION_ERROR: 'A name is unknown, a value is wrong, or there is a secret without an address.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
    },
  },
  listFields: {
    does: 'Answers the fields of a workflow with their places, in percent of the page. Changes nothing.',
  },
  listSuggestedFields: {
    does:
      'Searches the pages of a document of a draft for printed places that ask for a signature, a date and the like, and ' +
      'for tags such as `{{signature:Buyer}}`. Answers each with its place, the words that ask for it and the role it belongs to. Changes nothing: `setFields` ' +
      'places them.',
    refuses: {
      NOT_FOUND: 'There is no such document in this workflow.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
      DOCUMENT_NOT_ACCEPTED: 'Its pages cannot be searched, or it would take too long.',
    },
  },
  setFields: {
    does:
      'Replaces the fields of a draft: one with an `id` is changed, one without is new, and those not named are deleted. ' +
      'Places are percentages of the page as it is displayed. With `placeFields` the tags in the text of the documents ' +
      'become fields beside them. Answers all fields.',
    refuses: {
      VALIDATION_ERROR:
        'A field is off its page, its document or role is not of this workflow, or a tag cannot become a field.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
    },
  },
  addDocument: {
    does:
      'Adds a PDF after the documents of a draft; its text anchors and empty signature fields become fields. With ' +
      '`replaces` it takes the place of a document, and `lostFields` names the fields that it has no place for. Answers ' +
      'the whole workflow.',
    refuses: {
      NOT_FOUND: 'The workflow has no document with the id in `replaces`.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
    },
  },
  removeDocument: {
    does: 'Deletes a document of a draft with its fields and its file. It cannot be undone.',
    refuses: {
      NOT_FOUND: 'The workflow has no such document.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more, or this is its last document.',
    },
  },
  startWorkflow: {
    does:
      'Starts a draft and mails the recipients of its first step. A signer without a field gets one where the ' +
      'last page is blank. Answers one bulk item: a draft that cannot start is a failed item, with HTTP 200.',
  },
  remindRecipients: {
    does:
      'Mails the recipients with an open action again, or the named ones, with the same link; each at most once ' +
      'an hour. Answers for each whether a mail was sent.',
    refuses: {
      VALIDATION_ERROR: 'A named recipient has no open action.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow has no open action.',
      RATE_LIMIT_REACHED: 'All of them were reminded within the hour, or there were too many calls.',
    },
  },
  reassignRecipient: {
    does:
      'Corrects the name or address of a recipient who has not answered, or replaces the recipient. With ' +
      'another address the earlier links end, what was filled in is deleted, and a new invitation is mailed. The ' +
      'reason, if given, is recorded in the timeline.',
    refuses: {
      NOT_FOUND: 'The workflow has no such recipient.',
      WORKFLOW_STATUS_CONFLICT: 'The recipient has answered, or the workflow has ended.',
      WORKFLOW_HELD: 'A legal hold keeps the workflow, and what the recipient has filled in with it.',
    },
  },
  openWorkflowSession: {
    does:
      'Creates a session of two hours for a browser that is not signed in: `designerUrl` changes the draft, ' +
      '`envelopeView` shows the workflow. The URLs work for anyone who has them; send them to your own user only.',
  },
  openEnvelopeSession: {
    does:
      'Creates a session of two hours for a browser that is not signed in: `designerUrl` changes the draft, ' +
      '`envelopeView` shows the workflow. The URLs work for anyone who has them; send them to your own user only.',
  },
  createEnvelope: {
    does:
      'Creates a draft with documents, recipients, steps and fields from the form of the quick family; no mail ' +
      'is sent until it starts, by a call or at `scheduledStartDate`. Answers the whole envelope.',
    refuses: {
      VALIDATION_ERROR:
        'A part is missing or wrong, the file is not a PDF, or the level `type` is not available.',
      WORKSPACE_NOT_FOUND: '`workspaceId` is none of the caller’s workspaces.',
    },
  },
  listEnvelopes: {
    does:
      'Answers a page of the envelopes of all workspaces that the caller may see, newest first. With `ids`, one bulk ' +
      'item for each id instead, in their order, `ENVELOPE_NOT_FOUND` inside. Changes nothing.',
    refuses: { VALIDATION_ERROR: 'A filter has an unknown value, or there are too many ids.' },
  },
  readEnvelope: {
    does:
      'Answers the whole envelope, as notifications carry it. With `session=1` the links of the files need no ' +
      'credential for fifteen minutes. Changes nothing.',
  },
  deleteEnvelope: {
    does:
      'Deletes a draft or an envelope that has ended, with its files, answers and trail; a tombstone of hashes stays. It ' +
      'cannot be undone.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The envelope is under way; cancel it first.' },
  },
  addEnvelopeDocument: {
    does:
      'Adds a PDF after the documents of a draft; its text anchors and empty signature fields become fields. Answers the ' +
      'whole envelope.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The envelope is no draft any more.' },
  },
  startEnvelope: {
    does:
      'Starts a draft and mails the recipients of its first step. A signer without a field gets one where the ' +
      'last page is blank. Answers the whole envelope.',
    refuses: {
      VALIDATION_ERROR: 'The level of the draft is not available.',
      WORKFLOW_STATUS_CONFLICT: 'It is no draft, or it lacks recipients or steps.',
      DOCUMENT_NOT_ACCEPTED: 'No place for a signature can be made in the PDF.',
    },
  },
  cancelEnvelope: {
    does:
      'Stops a draft or a running envelope for good: its links end, and the invited recipients get a mail. Answers the ' +
      'whole envelope.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The envelope has ended.' },
  },
  listSignedEnvelopes: {
    does:
      'Answers a page of the finished envelopes that the caller has signed or approved, by the verified address of the ' +
      'account, newest first. Changes nothing.',
  },
  listMails: {
    does:
      'Answers every mail about the workflow with its state, its attempts and what the mail server said. Links and ' +
      'texts are not in it. Changes nothing.',
  },
  retryMail: {
    does: 'Queues a mail that failed again. It is retried on the same schedule as a new mail.',
    refuses: {
      NOT_FOUND: 'The workflow has no such mail.',
      WORKFLOW_STATUS_CONFLICT: 'The mail did not fail.',
    },
  },
  listDeliveries: {
    does:
      'Answers the notifications that went to the workflow’s own callback, and each attempt with its status, error and ' +
      'duration. Changes nothing.',
  },
  replayDelivery: {
    does: 'Queues a notification again, the same body with the same `webhook-id`, with the full retry schedule.',
    refuses: {
      NOT_FOUND: 'The workflow has no such notification.',
      WORKFLOW_STATUS_CONFLICT: 'The notification is still pending.',
    },
  },
};
