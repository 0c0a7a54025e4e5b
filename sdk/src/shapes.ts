// Written by `npm run generate` from the contract; not by hand.
import type { Upload } from './upload.ts';

export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_GRANT'
  | 'AUTHENTICATION_REQUIRED'
  | 'INVALID_CLIENT'
  | 'SECOND_FACTOR_REQUIRED'
  | 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'
  | 'STEP_UP_REQUIRED'
  | 'SECOND_FACTOR_SET_UP_REQUIRED'
  | 'CONNECTION_REQUIRED'
  | 'STORAGE_QUOTA_REACHED'
  | 'ENVELOPE_NOT_FOUND'
  | 'WORKFLOW_NOT_FOUND'
  | 'TEMPLATE_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | 'NOT_FOUND'
  | 'WORKFLOW_STATUS_CONFLICT'
  | 'WORKFLOW_HELD'
  | 'DOCUMENT_CHANGED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'SESSION_ENDED'
  | 'DOCUMENT_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'DOCUMENT_NOT_ACCEPTED'
  | 'DOCUMENT_TWO_FACED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMIT_REACHED'
  | 'API_KEY_RATE_LIMIT_REACHED'
  | 'QUOTA_REACHED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

export interface Action {
  /** Id of the action */
  id: number;
  /** Place of the step, from 1 */
  stepNumber: number;
  /** Id of the role that acts */
  role: number;
  /** What the recipient does: sign or review */
  type: ActionType;
  /** The status of the action: `started` once the recipient may act */
  status: ActionStatus;
  /** Id of the recipient */
  recipientId: number;
  /** The recipient’s email address */
  recipientEmail: string;
  /** What the recipient wrote when declining or reviewing; else null */
  comment: string | null;
  /** The remote transaction of a qualified signature; else null */
  transaction: {
    /** The trust service provider that signed */
    provider: string;
    /** The id of its response; null where it gave none */
    responseId: string | null;
    /** What has to be said with the signature: “Sandbox, no legal effect”; null for other providers */
    notice: string | null;
  } | null;
}

export type ActionStatus = 'not_started' | 'started' | 'signed' | 'approved' | 'declined';

export type ActionType = 'sign' | 'review';

export type AnnexUploads = Upload | Upload[];

export interface BrandColours {
  /** On pages in light colours */
  light: {
    /** Of buttons, links and what has the focus */
    accent: string;
    /** Of buttons under the pointer */
    strong: string;
    /** Behind text that is set off */
    wash: string;
    /** Of text on the accent */
    on: string;
  };
  /** On pages in dark colours */
  dark: {
    /** Of buttons, links and what has the focus */
    accent: string;
    /** Of buttons under the pointer */
    strong: string;
    /** Behind text that is set off */
    wash: string;
    /** Of text on the accent */
    on: string;
  };
}

export interface BrandView {
  /** As `#rrggbb`; null: that of Paraph */
  accent: string | null;
  /** Derived from the accent; null without one */
  colours: BrandColours | null;
  /** Whether there is a logo */
  hasLogo: boolean;
  /** What mails are sent as; null: the name of the organization */
  senderName: string | null;
  /** Where replies to mails go; null: to the sender of the document */
  replyAddress: string | null;
  /** Below mails, before what Paraph says of them */
  footer: string | null;
  /** What is shown beside the consent, a text a language */
  disclosures: {
    /** The language of the text */
    language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar';
    /** Plain text */
    text: string;
  }[];
  /** When it was saved or published, in seconds since 1970 */
  changeDate: number;
}

export interface BulkItem {
  /** The id as the item of the request gave it */
  identifier: EnvelopeRef;
  /** Whether it succeeded */
  result: boolean;
  /** The answer to this item; null where it failed */
  response: unknown;
  /** What failed; null on success */
  error: {
    /** One of the error codes of the interface */
    code: string;
    /** The error in words that may be shown to people */
    message: string;
  } | null;
}

export interface ChangedWorkflow {
  /** Id of the workflow */
  id: number;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** In the order of their positions */
  documents: Document[];
}

export interface Contact {
  /** Id of the contact */
  id: number;
  /** The person’s name */
  name: string;
  /** The person’s email address; one contact has it in a workspace */
  email: string;
  /** E.164; null where it is not known */
  phone: string | null;
  /** Of mails to the person; null for the language of their browser */
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** `learned` from a workflow that was started, until a user changes it */
  source: 'learned' | 'typed' | 'imported';
  /** When a workflow for the person was started last, to the hour; null before the first one */
  lastUsedDate: FiledDate;
}

export interface Delivery {
  /** Id of the delivery */
  id: number;
  /** What happened: `workflow.started` and so on */
  event: string;
  /** The address that is notified */
  url: string;
  /** What became of it */
  state: 'pending' | 'delivered' | 'dead';
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** When the next attempt is due, in seconds since 1970; null when none is */
  nextAttemptDate: FiledDate;
  /** Each attempt, oldest first */
  attempts: {
    /** When it was made, in seconds since 1970 */
    date: number;
    /** The HTTP status of the receiver; null where there was no answer */
    status: number | null;
    /** Why it failed; null on success */
    error: string | null;
    /** Milliseconds */
    durationMs: number;
  }[];
}

export interface Document {
  /** Id of the document */
  id: number;
  /** Place among the documents, from 0 */
  position: number;
  /** The stored file */
  file: {
    /** The file name as uploaded */
    name: string;
    /** The kind of file, such as `pdf` */
    format: string;
    /** Bytes */
    size: number;
    /** Absolute address of the PDF: sealed once the workflow is signed, the original before */
    file: string;
    /** Absolute address of a picture of page 1 */
    thumb: string | null;
    /** The same address as `file` */
    uri: string;
  };
  /** What it was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent */
  source: {
    /** The name of the file as it was sent */
    name: string;
    /** Its kind, by its content, such as `image/jpeg` */
    contentType: string;
    /** Of the file as it was sent */
    sha256: string;
    /** Bytes */
    size: number;
    /** Absolute address of the file as it was sent */
    file: string;
  } | null;
}

export interface EndpointDelivery {
  /** Id of the delivery */
  id: number;
  /** What happened: `workflow.started` and so on */
  event: string;
  /** The address that is notified */
  url: string;
  /** What became of it */
  state: 'pending' | 'delivered' | 'dead';
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** When the next attempt is due, in seconds since 1970; null when none is */
  nextAttemptDate: FiledDate;
  /** Each attempt, oldest first */
  attempts: {
    /** When it was made, in seconds since 1970 */
    date: number;
    /** The HTTP status of the receiver; null where there was no answer */
    status: number | null;
    /** Why it failed; null on success */
    error: string | null;
    /** Milliseconds */
    durationMs: number;
  }[];
  /** Id of the workflow, as the workflow family uses it */
  workflowId: number;
  /** The webhook-id header; the same on every attempt */
  messageId: string;
}

export interface Envelope {
  /** The 40-character id of the workflow */
  id: string;
  /** The 40-character id of the workflow, as the quick and envelope families use it */
  envelopeId: string;
  /** Id of the workspace */
  workspaceId: number;
  /** The name of the workflow */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** The status before the latest change; null where there was none */
  oldStatus: WorkflowStatus | null;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The deadline, in seconds since 1970; after it nothing can be signed */
  expiryDate: number;
  /** When it started, in seconds since 1970; null until then */
  startDate: FiledDate;
  /** When the draft starts by itself, in seconds since 1970; null for never */
  scheduledStartDate: FiledDate;
  /** In the order of their positions */
  documents: Document[];
  /** The people who act */
  recipients: Recipient[];
  /** One after another */
  steps: Step[];
  /** What is filled in, and where it is placed */
  fields: Field[];
  /** What the sender says in the invitations */
  senderMessage: string | null;
  /** The name that the invitations carry as the sender’s */
  senderName: string | null;
  /** How signers are identified beyond their mailbox */
  signingSecurity: 'none' | 'otp' | 'qualified';
  /** The organization that owns it */
  organization: {
    /** Id of the organization */
    id: number;
    /** The name of the organization */
    name: string;
  };
  /** The user who created it */
  creator: Profile;
  /** The users of the workspace who can see it */
  users: {
    /** Id of the user */
    id: number;
    /** The name of the user; null until the invited person has an account */
    name: string | null;
    /** The key of the user’s role in the workspace */
    role: string;
    /** The user’s email address */
    email: string;
  }[];
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata: Metadata;
}

export type EnvelopeRef = string | number;

export interface Evidence {
  /** The evidence; `seal` covers it */
  record: EvidenceRecord;
  /** A changed record cannot be sealed again */
  seal: {
    /** Of `record` as JSON: keys sorted, no spaces, UTF-8 */
    sha256: string;
    /** RFC 3161 timestamp token over that hash by the instance’s own authority, DER in base64 */
    token: string;
  };
}

export type EvidenceChoice = {
  /** The name of the group */
  group: string;
  /** How many of its people are enough */
  required: number;
  /** Who could act, the recipient among them */
  recipientIds: number[];
} | null;

export interface EvidenceRecord {
  /** paraph-evidence/1 */
  format: string;
  /** True until the workflow has ended */
  interim: boolean;
  /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
  recordTime: string;
  /** Name and version of the software that wrote this record */
  software: string;
  /** Base URL */
  instance: string;
  /** The workflow */
  workflow: {
    /** Id of the workflow, as the workflow family uses it */
    id: number;
    /** The 40-character id of the workflow */
    envelopeId: string;
    /** The title at the start, which all recipients saw */
    name: string;
    /** Later names in the sender’s lists, which no recipient saw */
    renames: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** The former name */
      from: string;
      /** The name from then on */
      to: string;
    }[];
    /** The level of the signatures */
    type: WorkflowType;
    /** The status of the workflow */
    status: WorkflowStatus;
    /** From the sender to all recipients */
    message: string | null;
    /** When it was created, in seconds since 1970 */
    createDate: number;
    /** When it started, in seconds since 1970; null until then */
    startDate: FiledDate;
    /** The deadline, in seconds since 1970 */
    expiryDate: number;
    /** When it ended, in seconds since 1970; null until then */
    endDate: FiledDate;
  };
  /** The organization that sent it */
  organization: {
    /** Id of the organization */
    id: number;
    /** The name of the organization */
    name: string;
  };
  /** The user who sent it */
  sender: {
    /** The name of the sender */
    name: string | null;
    /** The sender’s email address */
    email: string | null;
    /** How the sender was known: signed in with a password, by an OAuth token, by an API key, or by a public link that they had made */
    authentication: 'session' | 'token' | 'key' | 'link' | null;
    /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
    time: string;
    /** As the instance saw it, or as a trusted proxy named it */
    ip: string | null;
    /** Whether the address is the word of a trusted proxy */
    isProxied: boolean;
    /** Whether the address is that of a proxy which the operator has not named, and not the person’s */
    isUnnamedProxy: boolean;
    /** As the browser or program called itself */
    userAgent: string | null;
  };
  /** In the order of their positions */
  documents: {
    /** Id of the document */
    id: number;
    /** The file name as uploaded */
    name: string;
    /** How many pages the PDF has */
    pages: number;
    /** What the PDF was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent */
    source: {
      /** The name of the file as it was sent */
      name: string;
      /** Its kind, by its content */
      contentType: string;
      /** Of the file as it was sent */
      sha256: string;
      /** Bytes */
      size: number;
    } | null;
    /** The PDF as uploaded */
    original: {
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      /** Bytes */
      size: number;
    };
    /** The incremental updates that the original was given, each shown to who came next; the sealed PDF begins with them */
    revisions: {
      /** From 0, in the order in which they were appended to the original */
      number: number;
      /** What it added: the form fields, at the start; or the answers and the signature of one signer */
      kind: 'fields' | 'signature';
      /** Id of the action of the signer */
      actionId: number | null;
      /** The name of the signer */
      signer: string | null;
      /** Bytes of the whole file up to and including it */
      size: number;
      /** Of the whole file up to and including it */
      sha256: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
    }[];
    /** The signed PDF; null until it is sealed */
    sealed: {
      /** SHA-256 in lowercase hexadecimal */
      sha256: string;
      /** Bytes */
      size: number;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      sealedTime: string;
      /** Name and version of what sealed it */
      software: string | null;
      /** The PAdES level reached: B-B, B-T, B-LT or B-LTA */
      level: string;
      /** The document timestamp */
      timestamp: {
        /** The common name in the certificate that signed the token */
        authority: string;
        /** Whether it is the instance’s own: proof of order and integrity, of no time to outsiders */
        isInternal: boolean;
        /** Of the token, in hexadecimal */
        serial: string;
        /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
        time: string;
      };
      /** One for each signer, in the order of their making */
      signatures: {
        /** Id of the action of the signer */
        actionId: number;
        /** Of the certificate, in hexadecimal */
        certificateSerial: string;
        /** The code printed beside the signature */
        code: string;
        /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
        time: string;
      }[];
      /** That the log of the instance holds the sealed file (`docs/log.md`); null where it does not */
      log: {
        /** The place of the leaf in the log, from 0 */
        index: number;
        /** The line of the log: kind, time and SHA-256 of the sealed file */
        entry: string;
        /** Hashes in base64 that lead from the leaf to the root (RFC 6962 §2.1.1) */
        proof: string[];
        /** The signed checkpoint with that root */
        checkpoint: string;
      } | null;
      /** In the organization’s name, for a workflow without signers */
      organizationSeal: {
        /** The code printed beside the seal */
        code: string;
        /** The certificate of the organization seal */
        certificate: {
          /** Of the certificate, in hexadecimal */
          serial: string;
          /** Distinguished name of the subject */
          subject: string;
          /** Distinguished name of the issuer */
          issuer: string;
          /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
          notBefore: string;
          /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
          notAfter: string;
          /** From the signer’s to the root */
          chain: string[];
          /** good: asked and put into the file when it was sealed */
          revocationAtSealing: string;
          /** When it was revoked; null where it is not */
          revokedTime: string | null;
        };
      } | null;
    } | null;
  }[];
  /** Files that the sender added for information: people could read them, and nobody signed them */
  annexes: {
    /** Id of the annex */
    id: number;
    /** The name of the file, as it was sent */
    name: string;
    /** Bytes */
    size: number;
    /** Of the file */
    sha256: string;
    /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
    addedTime: string;
  }[];
  /** All recipients, step by step */
  signers: {
    /** Id of the action */
    actionId: number;
    /** Id of the recipient */
    recipientId: number;
    /** As the sender gave it */
    name: string;
    /** As the sender gave it */
    email: string;
    /** Place of the step, from 1 */
    stepOrder: number;
    /** What the recipient does: sign or review */
    type: ActionType;
    /** The status of the action; `released` where enough others have acted */
    status: TrueStatus;
    /** One of several: who could act in the same place; null for who had to act */
    choice: EvidenceChoice;
    /** As witness of a signer; null for who signs or reviews for themselves */
    witness: EvidenceWitness;
    /** The mails to the recipient, oldest first */
    mails: {
      /** The address it was sent to */
      to: string;
      /** The kind of mail */
      kind: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** Whether the mail server accepted it */
      result: 'sent' | 'failed';
      /** The reply of the mail server when it accepted the message, or why it did not */
      reply: string | null;
    }[];
    /** When and from where a person opened the page */
    openings: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** Whether the address is that of a proxy which the operator has not named, and not the person’s */
      isUnnamedProxy: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
    }[];
    /** How the recipient was identified */
    authentication: {
      /** mailbox: the link that was mailed to the address was followed; in-person: a host handed a device over, in-person-known-device: one on which the host had signed in before; copied-link: the host copied a link; embedded: an app showed it in its own page; code-sms, code-mail, passkey or identity-provider: a proof for exactly this content */
      method: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** The name of the host, or of the app; else null */
      reference: string | null;
      /** What an app says by its own word; null for all else */
      said: {
        /** Of the page in which the app showed it */
        origin: string;
        /** How the app says that it knew the person */
        method: string;
        /** When, as the app says */
        at: string;
      } | null;
    }[];
    /** What the signature reached; null until there is one */
    reached: {
      /** The level of the signature */
      level: WorkflowType;
      /** How the signer was identified */
      identification:
        | 'mailbox'
        | 'code-sms'
        | 'code-mail'
        | 'passkey'
        | 'identity-provider'
        | 'in-person'
        | 'in-person-code-sms'
        | 'in-person-code-mail'
        | 'in-person-passkey'
        | 'in-person-identity-provider'
        | 'embedded'
        | 'embedded-code-sms'
        | 'embedded-code-mail'
        | 'embedded-passkey'
        | 'embedded-identity-provider'
        | 'trust-service-provider';
      /** Who held the key: this service, the browser of the signer, or a trust service provider */
      keyHolder: 'service' | 'browser' | 'provider';
      /** What the identification rests on, in words */
      weakestLink: string;
      /** All of it in one sentence */
      sentence: string;
    } | null;
    /** Null until the recipient has consented */
    consent: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** Whether the address is that of a proxy which the operator has not named, and not the person’s */
      isUnnamedProxy: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
      /** Which text was shown */
      version: string;
      /** The language of the text */
      language: string;
      /** As the browser reported it */
      timeZone: string | null;
      /** SHA-256 in lowercase hexadecimal */
      textSha256: string;
      /** The text itself, as it was shown */
      text: string;
      /** What the organization said beside it; null where it said nothing */
      disclosure: {
        /** The language of the text */
        language: string;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
        /** The text itself, as it was shown */
        text: string;
      } | null;
    } | null;
    /** Null until the recipient has acted */
    act: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** Whether the address is that of a proxy which the operator has not named, and not the person’s */
      isUnnamedProxy: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
      /** signed, approved or declined */
      result: string;
      /** Of declining */
      reason: string | null;
      /** The label of the pressed button, as the page reported it */
      button: string | null;
      /** Of the page */
      language: string | null;
      /** As the browser reported it */
      timeZone: string | null;
      /** Over the hashes of all documents and the places of the fields, as shown */
      shownSha256: string | null;
      /** Exactly what was shown */
      documents: {
        /** Id of the document */
        id: number;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
      }[];
      /** Of the answers, in hexadecimal */
      salt: string | null;
      /** What was filled in */
      answers: {
        /** Id of the field */
        fieldId: number;
        /** The kind of field */
        type: string;
        /** The value; for signatures the id of the signature image */
        value: string | null;
        /** Recorded in the chain: SHA-256 over salt, a line feed, and the value */
        valueSha256: string | null;
      }[];
      /** The pictures of signature and initials */
      marks: {
        /** Id of the picture */
        id: string;
        /** What it is a picture of */
        kind: 'signature' | 'initials';
        /** draw, type or upload */
        method: string;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
        /** Since when the picture was kept with the signer’s account; null for one that was made for this document */
        keptTime: string | null;
      }[];
      /** The files that the signer attached */
      attachments: {
        /** Id of the field */
        fieldId: number;
        /** Of the file, as in the value of the field */
        name: string;
        /** pdf, png or jpeg, by the content of the file */
        format: string;
        /** Bytes */
        size: number;
        /** SHA-256 in lowercase hexadecimal */
        sha256: string;
        /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
        addedTime: string;
      }[];
    } | null;
    /** The certificates that were issued for the recipient */
    certificates: {
      /** Of the certificate, in hexadecimal */
      serial: string;
      /** Distinguished name of the subject */
      subject: string;
      /** Distinguished name of the issuer */
      issuer: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      notBefore: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      notAfter: string;
      /** From the signer’s to the root */
      chain: string[];
      /** good: asked and put into the file when it was sealed */
      revocationAtSealing: string;
      /** When it was revoked; null where it is not */
      revokedTime: string | null;
    }[];
  }[];
  /** Who follows at the time of the record; copies to others are among the events */
  followers: {
    /** As the sender gave it */
    name: string;
    /** As the sender gave it */
    email: string;
    /** Which copies they get: of the request, of how it ended, or both */
    when: 'start' | 'end' | 'both';
    /** The copies to the follower, oldest first */
    mails: {
      /** The address it was sent to */
      to: string;
      /** The kind of mail */
      kind: string;
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** Whether the mail server accepted it */
      result: 'sent' | 'failed';
      /** The reply of the mail server when it accepted the message, or why it did not */
      reply: string | null;
    }[];
    /** When and from where a person opened their page */
    openings: {
      /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
      time: string;
      /** As the instance saw it, or as a trusted proxy named it */
      ip: string | null;
      /** Whether the address is the word of a trusted proxy */
      isProxied: boolean;
      /** Whether the address is that of a proxy which the operator has not named, and not the person’s */
      isUnnamedProxy: boolean;
      /** As the browser or program called itself */
      userAgent: string | null;
    }[];
  }[];
  /** The whole trail, in order */
  events: {
    /** Number of the event, from 1 */
    sequence: number;
    /** What happened */
    name: string;
    /** UTC, ISO 8601 with milliseconds, by the clock of the instance */
    time: string;
    /** The user or recipient who did it, as known at that time; null for the service itself */
    actor: unknown;
    /** More facts about the event */
    detail: Record<string, unknown>;
    /** 1: the hash does not cover the snapshot; 2: it does */
    version: number;
    /** SHA-256 in lowercase hexadecimal */
    snapshotSha256: string | null;
    /** SHA-256 in lowercase hexadecimal */
    previousHash: string | null;
    /** SHA-256 in lowercase hexadecimal */
    hash: string;
    /** The keyed code, which the instance alone can compute */
    mac: string;
  }[];
  /** How the events are chained */
  chain: {
    /** How each hash follows from the one before */
    algorithm: string;
    /** How many events there are */
    events: number;
    /** The hash of the last event, which covers all of them */
    head: string;
    /** What outside of the database holds the head */
    anchor: string;
  };
  /** What the times in this record mean */
  times: {
    /** The time zone of every time */
    zone: string;
    /** The clock that they were read from */
    source: string;
    /** By how much they may be wrong */
    uncertainty: string;
  };
  /** How to verify without the instance, with common tools */
  verification: {
    /** What is verified */
    what: string;
    /** A shell command */
    command: string;
  }[];
  /** Of the DER of the root certificate */
  trustAnchorSha256: string;
  /** How long the record is kept, and on what basis */
  retention: {
    /** In seconds since 1970; null for no fixed end */
    until: FiledDate;
    /** The reason for that time */
    basis: string;
    /** Where to ask */
    contact: string;
  };
  /** What the signatures claim to be under the law */
  legal: {
    /** The kind of signature that is claimed */
    claimed: string;
    /** The kinds that are not */
    notClaimed: string[];
  };
  /** What this record does not prove, in sentences */
  notProven: string[];
  /** The thirty points of a complete record, and the state of each in this one */
  points: {
    /** Number of the point */
    number: number;
    /** The required fact */
    title: string;
    /** pending: available only once a recipient has acted or all documents are sealed */
    state: 'recorded' | 'partly' | 'absent' | 'pending';
    /** What is recorded or missing; null where there is nothing to add */
    note: string | null;
  }[];
}

export type EvidenceWitness = {
  /** Id of the recipient whose witness this person was */
  ofRecipientId: number;
  /** The name of that recipient */
  ofName: string;
  /** The postal address that the witness stated; null before */
  address: string | null;
  /** How the witness knows the signer, as stated; null before */
  relation: string | null;
  /** Whether both acted from the same address with the same browser; null until both have */
  sameDevice: boolean | null;
} | null;

export interface Field {
  /** Id of the field */
  id: number;
  /** What is filled in */
  type: FieldType;
  /** The name of the field as the signer reads it */
  label: string;
  /** Id of the document */
  documentId: number;
  /** Page of the document, from 1 */
  page: number;
  /** What is filled in; null until then. Of an `attachment` name and hash: `NAME (SHA-256 HASH)` */
  value: string | null;
  /** The form field of the uploaded PDF whose place it takes, by its full name; null for none */
  formField: string | null;
  /** Percent of the displayed page, from its left edge */
  posX: number;
  /** Percent of the displayed page, from its top edge */
  posY: number;
  /** Id of the role that fills it in */
  role: number;
  /** How it looks */
  style: {
    /** Colour of the text, as #RRGGBB */
    color: string;
    /** The name of a font; `normal` where none was chosen */
    fontStyle: string;
    /** In points */
    fontSize: number;
    /** Percent of the width of the displayed page */
    width: number;
    /** Percent of the height of the displayed page */
    height: number;
    /** Whether the text is bold */
    bold: boolean;
    /** Whether the text is slanted */
    italic: boolean;
    /** Whether the text is underlined */
    underline: boolean;
  };
  /** Whether it must be filled in where it is shown */
  required: boolean;
  /** Whether it keeps the value that the sender gave; always true for a `stamp` */
  readOnly: boolean;
  /** The name by which programs give and read its value; null for none */
  key: string | null;
  /** The choices of a `radio` or `dropdown`; else null */
  options: FieldOption[] | null;
  /** The radios of a group exclude each other; the checkboxes of a group are counted; null for none */
  group: string | null;
  /** How many checkboxes of the group must be ticked */
  groupMin: number | null;
  /** How many checkboxes of the group may be ticked */
  groupMax: number | null;
  /** The smallest value of a `number` */
  min: number | null;
  /** The largest value of a `number` */
  max: number | null;
  /** The regular expression that the whole value of a `text` matches */
  pattern: string | null;
  /** The most characters of the value */
  maxLength: number | null;
  /** What the empty field shows to the signer */
  placeholder: string | null;
  /** The field is shown only then; hidden, it is neither required nor in the signed document. Null: always */
  showIf: ShowCondition | null;
  /** From which the service computes the value when the signer finishes, such as `round(rent * 12, 2)`; null for none */
  formula: string | null;
}

export interface FieldBlock {
  /** Id of the block */
  id: number;
  /** Its name, once in the workspace */
  name: string;
  /** Its fields, in order */
  fields: {
    /** What is filled in */
    type: FieldType;
    /** The name of the field as the signer reads it */
    label: string;
    /** Whether it must be filled in where it is shown */
    required: boolean;
    /** Whether it keeps the value that the sender gave; always true for a `stamp` */
    readOnly: boolean;
    /** The choices of a `radio` or `dropdown`; else null */
    options: FieldOption[] | null;
    /** The radios of a group exclude each other; the checkboxes of a group are counted; null for none */
    group: string | null;
    /** How many checkboxes of the group must be ticked */
    groupMin: number | null;
    /** How many checkboxes of the group may be ticked */
    groupMax: number | null;
    /** The smallest value of a `number` */
    min: number | null;
    /** The largest value of a `number` */
    max: number | null;
    /** The regular expression that the whole value of a `text` matches */
    pattern: string | null;
    /** The most characters of the value */
    maxLength: number | null;
    /** What the empty field shows to the signer */
    placeholder: string | null;
    /** Points from the left edge of the block */
    posX: number;
    /** Points from the upper edge of the block */
    posY: number;
    /** How it looks */
    style: {
      /** Colour of the text, as #RRGGBB */
      color: string;
      /** The name of a font; `normal` where none was chosen */
      fontStyle: string;
      /** In points */
      fontSize: number;
      /** In points */
      width: number;
      /** In points */
      height: number;
      /** Whether the text is bold */
      bold: boolean;
      /** Whether the text is slanted */
      italic: boolean;
      /** Whether the text is underlined */
      underline: boolean;
    };
  }[];
  /** When it was changed last */
  changeDate: number;
}

export interface FieldOption {
  /** What is stored when it is chosen */
  value: string;
  /** What people read */
  label: string;
}

export type FieldType =
  | 'signature'
  | 'initials'
  | 'date'
  | 'name'
  | 'email'
  | 'company'
  | 'department'
  | 'title'
  | 'location'
  | 'address'
  | 'text'
  | 'number'
  | 'checkbox'
  | 'radio'
  | 'dropdown'
  | 'stamp'
  | 'attachment';

export type FiledDate = number | null;

export interface Follower {
  /** Id of the follower */
  id: number;
  /** The follower’s name */
  name: string;
  /** The follower’s email address */
  email: string;
  /** Of their mails and page; null for the browser’s */
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which copies they get: of the request (`start`), of how it ended (`end`), or `both` */
  when: 'start' | 'end' | 'both';
  /** The recipient whose requests are copied; null: the start */
  ofRecipientId: number | null;
  /** When they first opened their link, in seconds since 1970; null until then */
  openedDate: FiledDate;
  /** Since when they want no more mails, in seconds since 1970; null: they get them */
  stoppedDate: FiledDate;
  /** What the mail server said of the last mail to them, if it was given up; null: nothing */
  mailProblem: string | null;
}

export type HandingOver = 'device' | 'link';

export interface Hold {
  /** Id of the hold */
  id: number;
  /** The workflow that it keeps; null where it keeps more than one */
  workflowId: number | null;
  /** Name of that workflow; null where there is none, or it is erased */
  workflowName: string | null;
  /** The workspace of which it keeps everything */
  workspaceId: number | null;
  /** The person of whom it keeps everything that they sent or received */
  email: string | null;
  /** Why, as shown to those who are refused */
  reason: string;
  /** Who placed it */
  placedBy: {
    /** Id of the user */
    id: number;
    /** Their name at that time */
    name: string;
  };
  /** When it was placed, in seconds since 1970 */
  placedDate: number;
  /** Who lifted it; null while it is in force */
  liftedBy: {
    /** Id of the user */
    id: number;
    /** Their name at that time */
    name: string;
  } | null;
  /** When it was lifted, in seconds since 1970; null while it is in force */
  liftedDate: FiledDate;
}

export interface LevelOffers {
  /** All levels, the lowest first */
  levels: {
    /** The level */
    type: WorkflowType;
    /** Whether workflows and templates can have it */
    offered: boolean;
    /** What has to be set up, and by whom, in one sentence; null where it is offered */
    missing: string | null;
    /** Whether the sandbox signs, which has no legal effect */
    sandbox: boolean;
    /** Whether the role of the caller may ask for it in the workspace `workspaceId`; true where none is named */
    permitted: boolean;
  }[];
  /** All identifications, in the order in which they are chosen where nothing is said */
  identifications: {
    /** A proof that the level `advanced` can ask for */
    identification: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider';
    /** Whether recipients can be asked for it */
    offered: boolean;
    /** What has to be set up, and by whom, in one sentence; null where it is offered */
    missing: string | null;
  }[];
  /** What recipients without an identification of their own are asked for; null: the first one that is offered and that suits each, such as a code by mail without a phone number */
  defaultIdentification: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  /** Which levels each role of the workspaces may ask for when it makes or starts workflows */
  roles: {
    /** Id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
    roleId: number;
    /** A word for the role */
    key: string;
    /** The name of the role */
    name: string;
    /** The levels that it may ask for */
    levels: WorkflowType[];
  }[];
}

export interface ListedWorkflow {
  /** Id of the workflow, as the workflow family uses it */
  id: number;
  /** The 40-character id of the workflow, as the quick and envelope families use it */
  envelopeId: string;
  /** Id of the workspace */
  workspaceId: number;
  /** The name of the workflow */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** The status before the latest change; null where there was none */
  oldStatus: WorkflowStatus | null;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The deadline, in seconds since 1970; after it nothing can be signed */
  expiryDate: number;
  /** When it started, in seconds since 1970; null until then */
  startDate: FiledDate;
  /** When the draft starts by itself, in seconds since 1970; null for never */
  scheduledStartDate: FiledDate;
  /** In the order of their positions */
  documents: Document[];
  /** The people who act */
  recipients: Recipient[];
  /** One after another */
  steps: Step[];
  /** What is filled in, and where it is placed */
  fields: Field[];
  /** What the sender says in the invitations */
  senderMessage: string | null;
  /** The name that the invitations carry as the sender’s */
  senderName: string | null;
  /** How signers are identified beyond their mailbox */
  signingSecurity: 'none' | 'otp' | 'qualified';
  /** The organization that owns it */
  organization: {
    /** Id of the organization */
    id: number;
    /** The name of the organization */
    name: string;
  };
  /** The user who created it */
  creator: Profile;
  /** The users of the workspace who can see it */
  users: {
    /** Id of the user */
    id: number;
    /** The name of the user; null until the invited person has an account */
    name: string | null;
    /** The key of the user’s role in the workspace */
    role: string;
    /** The user’s email address */
    email: string;
  }[];
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata: Metadata;
  /** When it was filed away; null: it is not */
  filedDate: FiledDate;
  /** When it was changed last: by an act of a recipient, a change of its status, or by who may edit it */
  changeDate: number;
  /** The actions that wait for their recipients now; none before the start and after the end */
  pendingActions: {
    /** Id of the action */
    id: number;
    /** Id of the recipient */
    recipientId: number;
    /** The recipient’s email address */
    recipientEmail: string;
    /** What the recipient does: sign or review */
    type: ActionType;
    /** `started`: it is the recipient’s turn */
    status: ActionStatus;
    /** Since when it is, in seconds since 1970 */
    startDate: FiledDate;
  }[];
}

export interface Mail {
  /** Id of the mail */
  id: number;
  /** What kind it is */
  kind: string;
  /** The address it is for */
  to: string;
  /** `kept`: no mail server is set, and the mail waits in the mailbox */
  state: 'queued' | 'sent' | 'failed' | 'kept';
  /** How often it was tried */
  attempts: number;
  /** Why the last attempt failed */
  lastError: string | null;
  /** When it was sent, in seconds since 1970; null until then */
  sentDate: FiledDate;
  /** When it was created, in seconds since 1970 */
  createDate: number;
}

export interface Member {
  /** Id of the member */
  id: number;
  /** A random id of the member that cannot be guessed */
  uniqueId: string;
  /** The member’s email address */
  email: string;
  /** Null until the invited person has an account */
  name: string | null;
  /** The picture of the account; null for people without one */
  picture: Picture | null;
  /** Whether they run the organization */
  administrator: boolean;
  /** `invited` until the person has accepted; `deactivated` while the provider of a connection gives them no access */
  status: 'invited' | 'joined' | 'deactivated';
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The newest invitation; null for those who have joined, and long after its end */
  invitation: {
    /** Who invited, as they are called now */
    by: string;
    /** When its link was mailed, in seconds since 1970 */
    createDate: number;
    /** When its link ends, or ended */
    expiryDate: number;
  } | null;
  /** Id of the connection whose provider gives and takes their access; null: of none, or of one that was removed */
  provisionedBy: string | null;
}

export interface MemberProfile {
  /** Id of the user; null until the invited person has an account */
  id: number | null;
  /** The member’s email address */
  email: string;
  /** Given name and family name; null until the person has an account */
  name: string | null;
  /** Given name */
  firstName: string | null;
  /** Family name */
  lastName: string | null;
  /** ISO 3166-1, two capital letters */
  country: string | null;
  /** The picture of the account; its addresses are null where there is none */
  picture: Picture;
}

export interface MessageTemplate {
  /** Id of the message template */
  id: number;
  /** Its name, once in the workspace */
  name: string;
  /** What the invitations quote */
  text: string;
  /** When it was changed last */
  changeDate: number;
}

export type Metadata = Record<string, string> | never[];

export interface NewField {
  /** Id of a field that is there; for a new one absent, or any other number, by which `showIf` names it */
  id?: number;
  /** What is filled in */
  type: FieldType;
  /** The name of the field as the signer reads it */
  label?: string;
  /** Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group */
  required?: boolean;
  /** Whether the signer cannot change the value; for kinds that the sender can fill in */
  readOnly?: boolean;
  /** Id of the document */
  documentId: number;
  /** Page of the document, from 1 */
  page: number;
  /** Percent of the displayed page, from its left edge */
  posX: number;
  /** Percent of the displayed page, from its top edge */
  posY: number;
  /** Id of the role that fills it in */
  role: number;
  /** What the field says from the start: `1` for a ticked `checkbox`, the value of an option for a `radio` or `dropdown`, a text of the sender for a `stamp`; null or absent for nothing, and for what only signers give */
  value?: string | null;
  /** The form field of the uploaded PDF whose place it takes, by its full name: it is not shown any more. A `signature` signs in it, at its place. Absent: that of the field with this `id`; null: none */
  formField?: string | null;
  /** The name by which programs give and read the value, once in the workflow or template; not for `signature` and `initials` */
  key?: string | null;
  /** The choices of a `radio` or `dropdown`, which need them; no other type can have them */
  options?:
    | {
        /** What is stored when it is chosen; once in the field and in its group */
        value: string;
        /** What people read */
        label: string;
      }[]
    | null;
  /** For `radio` and `dropdown`: the box grows where it is too small for the words of its options, to the font size of the field (`full`) or only where they would not be legible (`legible`); absent: such a box is refused */
  grow?: 'full' | 'legible';
  /** For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted */
  group?: string | null;
  /** For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group */
  groupMin?: number | null;
  /** For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group */
  groupMax?: number | null;
  /** For a `number`: the smallest value */
  min?: number | null;
  /** For a `number`: the largest value */
  max?: number | null;
  /** For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions */
  pattern?: string | null;
  /** For fields that are written: the most characters of the value */
  maxLength?: number | null;
  /** For fields that are written, `number` and `dropdown`: what the empty field shows */
  placeholder?: string | null;
  /** Shows the field only then; not for a `signature`. Hidden, it is neither required nor in the signed document */
  showIf?: {
    /** The `id` of another field of this request, of the same role; no `date`, `stamp` or `formula`. Absent with `all` and `any` */
    fieldId?: number;
    /** The value that the other field must have */
    equals?: string;
    /** The values of which the other field must have one */
    oneOf?: string[];
    /** True: the other field must have a value; false: it must have none */
    isFilled?: boolean;
    /** Instead of one comparison: several that must all hold */
    all?: {
      /** The `id` of another field of this request, of the same role; no `date`, no `stamp` */
      fieldId: number;
      /** The value that the other field must have */
      equals?: string;
      /** The values of which the other field must have one */
      oneOf?: string[];
      /** True: the other field must have a value; false: it must have none */
      isFilled?: boolean;
    }[];
    /** Instead of one comparison: several of which one must hold */
    any?: {
      /** The `id` of another field of this request, of the same role; no `date`, no `stamp` */
      fieldId: number;
      /** The value that the other field must have */
      equals?: string;
      /** The values of which the other field must have one */
      oneOf?: string[];
      /** True: the other field must have a value; false: it must have none */
      isFilled?: boolean;
    }[];
  } | null;
  /** For a `number`, `date` or `text`, which the signer then cannot change: + − × ÷ ( ), `sum`, `min`, `max`, `round(value, places)` and `days(from, to)`, over keys of fields of the same signer or of earlier steps */
  formula?: string | null;
  /** How it looks */
  style: {
    /** Percent of the width of the displayed page */
    width: number;
    /** Percent of the height of the displayed page */
    height: number;
    /** Colour of the text, as #RRGGBB */
    color?: string;
    /** The name of a font; `normal`, null and absent mean the default one */
    fontStyle?: string | null;
    /** In points */
    fontSize?: number;
    /** Whether the text is bold */
    bold?: boolean;
    /** Whether the text is slanted */
    italic?: boolean;
    /** Whether the text is underlined */
    underline?: boolean;
  };
}

export interface NewFollower {
  /** The follower’s name */
  name: string;
  /** The follower’s email address; once among the followers */
  email: string;
  /** Of the mails to the follower and of their page; null for the browser’s, and English in mails */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which copies they get: of the request (`start`), of how it ended (`end`), or `both` */
  when: 'start' | 'end' | 'both';
  /** The id of a recipient, or the address where there are no ids yet: copied whenever they are invited, reminded or pass on, instead of at the start. Null: the start */
  of?: number | string | null;
}

export interface NewTemplateFollower {
  /** The follower’s name */
  name: string;
  /** The follower’s email address; null or absent: asked when the template is used */
  email?: string | null;
  /** Of the mails to the follower and of their page; null for the browser’s, and English in mails */
  language?: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which copies they get: of the request (`start`), of how it ended (`end`), or `both` */
  when: 'start' | 'end' | 'both';
  /** The id of a placeholder, whose requests are copied instead of the start; null: the start */
  of?: number | null;
}

export interface NotifiedEnvelope {
  /** The 40-character id of the workflow */
  id: string;
  /** The 40-character id of the workflow, as the quick and envelope families use it */
  envelopeId: string;
  /** Id of the workspace */
  workspaceId: number;
  /** The name of the workflow */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** The status before the latest change; null where there was none */
  oldStatus: WorkflowStatus | null;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The deadline, in seconds since 1970; after it nothing can be signed */
  expiryDate: number;
  /** When it started, in seconds since 1970; null until then */
  startDate: FiledDate;
  /** When the draft starts by itself, in seconds since 1970; null for never */
  scheduledStartDate: FiledDate;
  /** In the order of their positions */
  documents: Document[];
  /** The people who act */
  recipients: Recipient[];
  /** One after another */
  steps: {
    /** Id of the step */
    id: number;
    /** Place of the step, from 1 */
    order: number;
    /** What its recipients do: sign or review */
    type: ActionType;
    /** The status of the step: `started` once its recipients may act */
    status: ActionStatus;
    /** The deadline of the step, in seconds since 1970; null until it starts */
    expiryDate: FiledDate;
    /** What each recipient of the step has to do */
    actions: (Action & {
      /** When the recipient acted, in seconds since 1970; null until then */
      endDate: FiledDate;
    })[];
  }[];
  /** What is filled in, and where it is placed */
  fields: Field[];
  /** What the sender says in the invitations */
  senderMessage: string | null;
  /** The name that the invitations carry as the sender’s */
  senderName: string | null;
  /** How signers are identified beyond their mailbox */
  signingSecurity: 'none' | 'otp' | 'qualified';
  /** The organization that owns it */
  organization: {
    /** Id of the organization */
    id: number;
    /** The name of the organization */
    name: string;
  };
  /** The user who created it */
  creator: Profile;
  /** The users of the workspace who can see it */
  users: {
    /** Id of the user */
    id: number;
    /** The name of the user; null until the invited person has an account */
    name: string | null;
    /** The key of the user’s role in the workspace */
    role: string;
    /** The user’s email address */
    email: string;
  }[];
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata: Metadata;
  /** When it was signed, declined, canceled or expired, in seconds since 1970; null until then */
  endDate: FiledDate;
  /** The groups of people of whom some are enough; empty where everyone must act */
  choices?: {
    /** The order of its step */
    step: number;
    /** The name of the group */
    group: string;
    /** How many of its people are enough */
    required: number;
    /** Who may act, in the order in which they were named */
    members: {
      /** Id of the action */
      actionId: number;
      /** Id of the recipient */
      recipientId: number;
      /** As of the action, but `released` once enough others have acted: the action itself says `not_started` then */
      status: TrueStatus;
    }[];
  }[];
  /** The witnesses of signers; empty where there are none */
  witnesses?: {
    /** The order of its step */
    step: number;
    /** Id of the action of the witness */
    actionId: number;
    /** Id of the recipient who is the witness */
    recipientId: number;
    /** Id of the recipient whose witness they are */
    ofRecipientId: number;
    /** false: the signer has still to name the witness, who has no address yet */
    named: boolean;
    /** As of the action: `not_started` until the signer has signed, then `started`, and `signed` */
    status: TrueStatus;
  }[];
  /** What happened, covered by the signature */
  event: {
    /** What happened, as in `Paraph-Event` */
    name: string;
    /** The action that it is about, where it is about one */
    actionId?: number;
    /** Of `action.reminded`: whether the reminder went out by itself */
    automatic?: boolean;
    /** When it happened, in seconds since 1970 */
    time: number;
  };
}

export type NotifiedEvent =
  | 'workflow.started'
  | 'action.started'
  | 'action.signed'
  | 'action.approved'
  | 'action.declined'
  | 'action.reminded'
  | 'workflow.approved'
  | 'workflow.signed'
  | 'workflow.declined'
  | 'workflow.canceled'
  | 'workflow.expired'
  | 'workflow.blocked'
  | 'recipient.reassigned'
  | 'seal.completed'
  | 'seal.failed';

export interface NotifiedSeal {
  /** Id of the seal */
  id: string;
  /** Id of its workspace */
  workspaceId: number;
  /** What it is called in lists */
  name: string;
  /** The name of the file that was sent */
  fileName: string;
  /** `pending`: it is made as soon as what it waits for answers; `failed`: it needs a retry */
  status: 'pending' | 'completed' | 'failed';
  /** What it waits for, or why it failed; null where nothing is in the way */
  cause: string | null;
  /** When it was asked for, in seconds since 1970 */
  createDate: number;
  /** When the file was sealed, in seconds since 1970; null until then */
  endDate: FiledDate;
  /** Name of the user who asked for it; the file names the organization alone */
  createdBy: string;
  /** The file as it was sent; with what was appended, where its pages were made one */
  original: {
    /** SHA-256 of the file in lowercase hexadecimal */
    sha256: string;
    /** Bytes */
    size: number;
  };
  /** The sealed file, which begins with the original; null until then */
  sealed: {
    /** SHA-256 of the file in lowercase hexadecimal */
    sha256: string;
    /** Bytes */
    size: number;
  } | null;
  /** The address of the sealed file; it needs a credential. Null until then */
  content: string | null;
  /** The address of the certificate of sealing; it needs a credential. Null until then */
  certificate: string | null;
  /** Your own pairs; `[]` when empty */
  metadata: Metadata;
  /** What happened, covered by the signature */
  event: {
    /** What happened, as in `Paraph-Event` */
    name: string;
    /** When it happened, in seconds since 1970 */
    time: number;
  };
}

export interface OrganizationSeal {
  /** Id of the seal */
  id: string;
  /** Id of its workspace */
  workspaceId: number;
  /** What it is called in lists */
  name: string;
  /** The name of the file that was sent */
  fileName: string;
  /** `pending`: it is made as soon as what it waits for answers; `failed`: it needs a retry */
  status: 'pending' | 'completed' | 'failed';
  /** What it waits for, or why it failed; null where nothing is in the way */
  cause: string | null;
  /** When it was asked for, in seconds since 1970 */
  createDate: number;
  /** When the file was sealed, in seconds since 1970; null until then */
  endDate: FiledDate;
  /** Name of the user who asked for it; the file names the organization alone */
  createdBy: string;
  /** The file as it was sent; with what was appended, where its pages were made one */
  original: {
    /** SHA-256 of the file in lowercase hexadecimal */
    sha256: string;
    /** Bytes */
    size: number;
  };
  /** The sealed file, which begins with the original; null until then */
  sealed: {
    /** SHA-256 of the file in lowercase hexadecimal */
    sha256: string;
    /** Bytes */
    size: number;
  } | null;
  /** The address of the sealed file; it needs a credential. Null until then */
  content: string | null;
  /** The address of the certificate of sealing; it needs a credential. Null until then */
  certificate: string | null;
  /** Your own pairs; `[]` when empty */
  metadata: Metadata;
}

export type Permission =
  | 'create_workflow'
  | 'move_created_workflow'
  | 'delete_created_workflow'
  | 'edit_created_workflow'
  | 'view_created_workflow'
  | 'move_others_workflow'
  | 'delete_others_workflow'
  | 'edit_others_workflow'
  | 'view_others_workflow'
  | 'create_template'
  | 'delete_created_template'
  | 'edit_created_template'
  | 'move_created_template'
  | 'view_created_template'
  | 'delete_others_template'
  | 'edit_others_template'
  | 'move_others_template'
  | 'view_others_template'
  | 'create_archive'
  | 'delete_archive_for_me'
  | 'delete_archive_for_everyone'
  | 'edit_hold_archive'
  | 'view_hold_archive'
  | 'move_hold_archive'
  | 'edit_others_archive'
  | 'view_others_archive'
  | 'move_others_archive'
  | 'delete_workspace'
  | 'edit_workspace'
  | 'add_workspace_user'
  | 'remove_workspace_user'
  | 'edit_workspace_user'
  | 'create_template_out_of_template'
  | 'create_template_out_of_workflow'
  | 'create_workflow_out_of_template'
  | 'create_workflow_out_of_workflow'
  | 'view_archive_summary'
  | 'upload_archive_to_cloud'
  | 'manage_tags'
  | 'tag_workflow'
  | 'tag_archive'
  | 'tag_template'
  | 'create_seal';

export interface Picture {
  /** Absolute address of the picture; null for the generated one */
  file: string | null;
  /** Absolute address of a small picture */
  thumb: string | null;
  /** `png` or `jpeg` */
  format: string;
  /** Bytes */
  size: number;
}

export interface Profile {
  /** Id of the user */
  id: number;
  /** The user’s email address */
  email: string;
  /** Given name and family name */
  name: string;
  /** Given name */
  firstName: string | null;
  /** Family name */
  lastName: string | null;
  /** ISO 3166-1, two capital letters */
  country: string | null;
  /** The picture of the account; its addresses are null where there is none */
  picture: Picture;
}

export interface ProviderFindings {
  /** Whether nothing that signing needs is missing */
  usable: boolean;
  /** What the provider said about itself, or why it could not be asked */
  findings: {
    /** Whether it is as signing needs it */
    ok: boolean;
    /** What was found, in a sentence */
    text: string;
  }[];
}

export interface QuickEnvelope {
  /** The 40-character id of the workflow */
  id: string;
  /** The name of the workflow */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The deadline, in seconds since 1970; after it nothing can be signed */
  expiryDate: number;
  /** When it started, in seconds since 1970; null until then */
  startDate: FiledDate;
  /** The 40-character id of the workflow, as the quick and envelope families use it */
  envelopeId: string;
  /** In the order of their positions */
  documents: Document[];
  /** The people who act */
  recipients: Recipient[];
  /** One after another */
  steps: Step[];
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata: Metadata;
}

export interface QuickField {
  /** Any number, by which `showIf` of another field names this one */
  id?: number;
  /** What is filled in */
  type: FieldType;
  /** The name of the field as the signer reads it */
  label?: string;
  /** Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group */
  required?: boolean;
  /** Whether the signer cannot change the value; for kinds that the sender can fill in */
  readOnly?: boolean;
  /** Page of the document, from 1 */
  page: number;
  /** Percent of the displayed page, from its left edge */
  posX: number;
  /** Percent of the displayed page, from its top edge */
  posY: number;
  /** What the field says from the start: `1` for a ticked `checkbox`, the value of an option for a `radio` or `dropdown`, a text of the sender for a `stamp`; null or absent for nothing, and for what only signers give */
  value?: string | null;
  /** The form field of the uploaded PDF whose place it takes, by its full name: it is not shown any more. A `signature` signs in it, at its place. Absent: that of the field with this `id`; null: none */
  formField?: string | null;
  /** The name by which programs give and read the value, once in the workflow or template; not for `signature` and `initials` */
  key?: string | null;
  /** The choices of a `radio` or `dropdown`, which need them; no other type can have them */
  options?:
    | {
        /** What is stored when it is chosen; once in the field and in its group */
        value: string;
        /** What people read */
        label: string;
      }[]
    | null;
  /** For `radio` and `dropdown`: the box grows where it is too small for the words of its options, to the font size of the field (`full`) or only where they would not be legible (`legible`); absent: such a box is refused */
  grow?: 'full' | 'legible';
  /** For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted */
  group?: string | null;
  /** For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group */
  groupMin?: number | null;
  /** For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group */
  groupMax?: number | null;
  /** For a `number`: the smallest value */
  min?: number | null;
  /** For a `number`: the largest value */
  max?: number | null;
  /** For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions */
  pattern?: string | null;
  /** For fields that are written: the most characters of the value */
  maxLength?: number | null;
  /** For fields that are written, `number` and `dropdown`: what the empty field shows */
  placeholder?: string | null;
  /** Shows the field only then; not for a `signature`. Hidden, it is neither required nor in the signed document */
  showIf?: {
    /** The `id` of another field of this request, of the same role; no `date`, `stamp` or `formula`. Absent with `all` and `any` */
    fieldId?: number;
    /** The value that the other field must have */
    equals?: string;
    /** The values of which the other field must have one */
    oneOf?: string[];
    /** True: the other field must have a value; false: it must have none */
    isFilled?: boolean;
    /** Instead of one comparison: several that must all hold */
    all?: {
      /** The `id` of another field of this request, of the same role; no `date`, no `stamp` */
      fieldId: number;
      /** The value that the other field must have */
      equals?: string;
      /** The values of which the other field must have one */
      oneOf?: string[];
      /** True: the other field must have a value; false: it must have none */
      isFilled?: boolean;
    }[];
    /** Instead of one comparison: several of which one must hold */
    any?: {
      /** The `id` of another field of this request, of the same role; no `date`, no `stamp` */
      fieldId: number;
      /** The value that the other field must have */
      equals?: string;
      /** The values of which the other field must have one */
      oneOf?: string[];
      /** True: the other field must have a value; false: it must have none */
      isFilled?: boolean;
    }[];
  } | null;
  /** For a `number`, `date` or `text`, which the signer then cannot change: + − × ÷ ( ), `sum`, `min`, `max`, `round(value, places)` and `days(from, to)`, over keys of fields of the same signer or of earlier steps */
  formula?: string | null;
  /** How it looks */
  style: {
    /** Percent of the width of the displayed page */
    width: number;
    /** Percent of the height of the displayed page */
    height: number;
    /** Colour of the text, as #RRGGBB */
    color?: string;
    /** The name of a font; `normal`, null and absent mean the default one */
    fontStyle?: string | null;
    /** In points */
    fontSize?: number;
    /** Whether the text is bold */
    bold?: boolean;
    /** Whether the text is slanted */
    italic?: boolean;
    /** Whether the text is underlined */
    underline?: boolean;
  };
  /** Position among the parts `document`, from 0; 0 by default */
  documentPosition?: number;
  /** The address of the recipient who fills it in, as in `steps` */
  recipientEmail: string;
  /** The step in which that recipient signs, from 1; the first one by default */
  step?: number;
}

export interface ReadValue {
  /** As in `fields`: `1` for a ticked `checkbox`, the value of the chosen option; null for nothing, and where hidden */
  value: string | null;
  /** The address of who gave it: of the signer once they have finished, of the sender where no signer may change it; null until then */
  by: string | null;
  /** When it became final, in seconds since 1970; null until then */
  atDate: FiledDate;
}

export interface Recipient {
  /** Id of the recipient */
  id: number;
  /** The recipient’s name */
  name: string;
  /** The recipient’s email address */
  email: string;
  /** Where codes are sent, in E.164; null for none */
  phone: string | null;
  /** Of the mails to the recipient and of their page; null for the browser’s, and English in mails */
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which proof the level `advanced` asks for; null until the start writes here what this recipient is asked for */
  identification: 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider' | null;
  /** The picture of the account; null for people without one */
  picture: Picture | null;
  /** One for each step that the recipient acts in */
  roles: {
    /** Id of the role */
    id: number;
    /** What the role does: sign or review */
    type: ActionType;
    /** The colour of the recipient’s fields in the designer, as #RRGGBB */
    color: string;
  }[];
}

export interface ReminderDefault {
  /** What is set here: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null: as the next wider one says */
  reminders: string | null;
  /** What counts for workflows that say nothing of reminders */
  effective: string;
  /** Who set what counts; null where nobody did, so that the app may propose what it likes */
  source: 'template' | 'workspace' | 'organization' | null;
}

export interface RequestedChoice {
  /** The name of the group, in its step: those with the same name may stand in for one another */
  group: string;
  /** How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are */
  required?: number;
}

export interface RetentionChange {
  /** Id of the change */
  id: number;
  /** The workspace whose policy it is; null where it is another one */
  workspaceId: number | null;
  /** The template whose policy it is; null where it is another one */
  templateId: number | null;
  /** Name of the template; null where there is none, or it is deleted */
  templateName: string | null;
  /** The workflow whose policy it is; with none of the three, it is the organization’s */
  workflowId: number | null;
  /** Name of the workflow; null where there is none, or it is erased */
  workflowName: string | null;
  /** Who changed it */
  changedBy: {
    /** Id of the user */
    id: number;
    /** Their present name */
    name: string;
    /** Name of the API key of another member, if one was used */
    byKey: string | null;
  };
  /** When it was changed, in seconds since 1970 */
  changedDate: number;
  /** What was set before */
  before: {
    /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
    signedYears: number | null;
    /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
    draftDays: number | null;
    /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
    stoppedMonths: number | null;
  };
  /** What has been set since */
  after: {
    /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
    signedYears: number | null;
    /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
    draftDays: number | null;
    /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
    stoppedMonths: number | null;
  };
}

export interface RetentionEffect {
  /** How many workflows the next run would erase */
  workflows: number;
  /** How many more a legal hold keeps */
  held: number;
  /** When the oldest of them ended, or was last changed as a draft, in seconds since 1970; null where there is none */
  oldestDate: FiledDate;
  /** When the named workflow would be erased, in seconds since 1970; null: never, or none was named */
  dueDate: FiledDate;
  /** Whether all were examined; false where there are more than 100000 workflows, of which the oldest were */
  isComplete: boolean;
}

export interface RetentionItem {
  /** Id of the workflow */
  workflowId: number;
  /** Its 40-character id */
  envelopeId: string;
  /** Its name; null once it is erased */
  name: string | null;
  /** Id of its workspace */
  workspaceId: number;
  /** Which period ended */
  rule: 'signed' | 'drafts' | 'stopped';
  /** When it ended, in seconds since 1970 */
  dueDate: number;
  /** `due`: erased, or in a dry run what would be; `held`: kept by a legal hold; `failed`: tried again by the next run */
  outcome: 'due' | 'held' | 'failed';
  /** The hold that kept it */
  holdId: number | null;
}

export interface RetentionPolicies {
  /** The policy of the organization; null in it is for ever */
  organization: {
    /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
    signedYears: number | null;
    /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
    draftDays: number | null;
    /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
    stoppedMonths: number | null;
  };
  /** Every workspace of the organization */
  workspaces: {
    /** Id of the workspace */
    workspaceId: number;
    /** Name of the workspace */
    name: string;
    /** What the workspace sets itself */
    policy: {
      /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
      signedYears: number | null;
      /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
      draftDays: number | null;
      /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
      stoppedMonths: number | null;
    };
  }[];
  /** The templates that set a period for the workflows that are made of them */
  templates: {
    /** Id of the template */
    templateId: number;
    /** Its name; null once it is deleted, while its policy still counts */
    name: string | null;
    /** Id of its workspace; null once it is deleted */
    workspaceId: number | null;
    /** What the template sets itself */
    policy: {
      /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
      signedYears: number | null;
      /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
      draftDays: number | null;
      /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
      stoppedMonths: number | null;
    };
  }[];
  /** Days that mails, deliveries and snapshots of ended workflows are kept: the same for the whole instance */
  technicalRowsDays: number;
}

export interface RetentionRun {
  /** Id of the run */
  id: number;
  /** `dry`: nothing was erased */
  kind: 'nightly' | 'dry';
  /** When it began, in seconds since 1970; it decides what is due */
  startDate: number;
  /** When it ended, in seconds since 1970; null while it runs */
  endDate: FiledDate;
  /** How many workflows it has examined */
  examined: number;
  /** How many there were when it began */
  total: number;
  /** How many it erased, or would have erased */
  due: number;
  /** How many were due and kept by a legal hold */
  held: number;
  /** How many could not be erased; the next run tries again */
  failed: number;
  /** The workspaces in which something was due */
  workspaces: {
    /** Id of the workspace */
    workspaceId: number;
    /** How many it erased there, or would have erased */
    due: number;
    /** How many were due there and kept by a legal hold */
    held: number;
    /** How many could not be erased there */
    failed: number;
  }[];
}

export interface Role {
  /** Id of the role; custom roles from 100 */
  id: number;
  /** A word for the role, made from its name */
  key: string;
  /** The name of the role */
  name: string;
  /** Whether every organization has it */
  system: boolean;
  /** What the role, or the caller, may do */
  permissions: Permission[];
}

export type Scope =
  | 'profile:read'
  | 'workspaces:read'
  | 'workspaces:write'
  | 'workflows:read'
  | 'workflows:write'
  | 'workflows:sign-embedded'
  | 'seals:read'
  | 'seals:write'
  | 'templates:read'
  | 'templates:write'
  | 'organization:write'
  | 'webhooks:write'
  | 'agents:send';

export interface Seal {
  /** Id of the document */
  documentId: number;
  /** The PAdES level: B-B, B-T, B-LT or B-LTA */
  level: string;
  /** The document timestamp over all of it: by which authority, which one, and when */
  timestamp: {
    /** The common name of the authority that issued the timestamp */
    authority: string;
    /** Whether it is the instance’s own: proof of order and integrity, not of the time to outsiders */
    isInternal: boolean;
    /** Of the timestamp token, in hexadecimal */
    serial: string;
    /** The time that the timestamp states, in seconds since 1970 */
    date: number;
  };
}

export interface ShowCondition {
  /** Id of another field of the same role; absent with `all` and `any` */
  fieldId?: number;
  /** The value that the other field must have */
  equals?: string;
  /** The values of which the other field must have one */
  oneOf?: string[];
  /** True: the other field must have a value; false: it must have none */
  isFilled?: boolean;
  /** Comparisons that must all hold */
  all?: {
    /** Id of another field of the same role */
    fieldId: number;
    /** The value that the other field must have */
    equals?: string;
    /** The values of which the other field must have one */
    oneOf?: string[];
    /** True: the other field must have a value; false: it must have none */
    isFilled?: boolean;
  }[];
  /** Comparisons of which one must hold */
  any?: {
    /** Id of another field of the same role */
    fieldId: number;
    /** The value that the other field must have */
    equals?: string;
    /** The values of which the other field must have one */
    oneOf?: string[];
    /** True: the other field must have a value; false: it must have none */
    isFilled?: boolean;
  }[];
}

export interface Step {
  /** Id of the step */
  id: number;
  /** Place of the step, from 1 */
  order: number;
  /** What its recipients do: sign or review */
  type: ActionType;
  /** The status of the step: `started` once its recipients may act */
  status: ActionStatus;
  /** The deadline of the step, in seconds since 1970; null until it starts */
  expiryDate: FiledDate;
  /** What each recipient of the step has to do; the recipients of a step act in parallel */
  actions: Action[];
}

export interface SuggestedField {
  /** What is filled in */
  type:
    | 'date'
    | 'email'
    | 'signature'
    | 'initials'
    | 'title'
    | 'company'
    | 'name'
    | 'address'
    | 'department'
    | 'location'
    | 'text'
    | 'number'
    | 'checkbox'
    | 'attachment';
  /** The page, from 1 */
  page: number;
  /** From the left, in percent of the page as displayed */
  posX: number;
  /** From the top, in percent of the page as displayed */
  posY: number;
  /** In percent of the page */
  width: number;
  /** In percent of the page; its lower edge is above the printed line */
  height: number;
  /** The printed words that ask for it */
  reason: string;
  /** The printed words that say who is asked; null for none */
  party: string | null;
  /** How sure it is, from 0 to 1 */
  confidence: number;
  /** The role of whom the page names; null where it leaves that open */
  role: number | null;
  /** Of a tag such as `{{signature:Buyer}}`, whose text is the `reason`; null for a printed place */
  tag: {
    /** What the tag calls the field; null for nothing */
    label: string | null;
    /** The key that the field gets; null for none */
    key: string | null;
    /** Whether it says that it must be filled in; null where it is silent */
    required: boolean | null;
    /** Why it cannot become a field: what of it is not understood, a key that occurs twice, or a file that is signed already, in which it cannot be covered; null where it can */
    problem: 'type' | 'option' | 'key' | 'size' | 'doubled' | 'signed' | null;
  } | null;
}

export interface Tag {
  /** Id of the tag */
  id: number;
  /** The name of the tag */
  name: string;
  /** As #RRGGBB */
  color: string;
}

export interface Template {
  /** Id of the template */
  id: number;
  /** The name of the template */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** How many people a workflow made from it needs */
  recipientsCount: number;
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** The user who created it */
  creator: Profile;
  /** One after another */
  steps: TemplateStep[];
}

export interface TemplateFollower {
  /** The follower’s name */
  name: string;
  /** The follower’s email address; null: asked when the template is used */
  email: string | null;
  /** Of their mails and page; null for the browser’s */
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** Which copies they get: of the request (`start`), of how it ended (`end`), or `both` */
  when: 'start' | 'end' | 'both';
  /** The placeholder whose requests are copied; null: the start */
  of: number | null;
}

export interface TemplateRecipient {
  /** Id of the placeholder */
  id: number;
  /** The name of the placeholder, such as Buyer */
  name: string;
  /** The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…` */
  anchorTag: string | null;
  /** One for each step that the recipient acts in */
  roles: {
    /** Id of the role */
    id: number;
    /** What the role does: sign or review */
    type: ActionType;
    /** The colour of the recipient’s fields in the designer, as #RRGGBB */
    color: string;
  }[];
}

export interface TemplateStep {
  /** Id of the step */
  id: number;
  /** Place of the step, from 1 */
  order: number;
  /** What its recipients do: sign or review */
  type: ActionType;
  /** What each recipient of the step has to do; the recipients of a step act in parallel */
  actions: {
    /** Id of the action */
    id: number;
    /** Id of the role that acts */
    role: number;
    /** What the recipient does: sign or review */
    type: ActionType;
  }[];
}

export interface Transfer {
  /** `none`: nothing is to be written; `failed`: given up, until it is started again */
  state: 'none' | 'pending' | 'done' | 'failed';
  /** How many tries have failed since the last start */
  attempts: number;
  /** The HTTP status that the last try failed with; null where there was no answer, or no failure */
  status: number | null;
  /** Why the last try failed, in a sentence; null without a failure */
  cause: string | null;
  /** When the next try is due, in seconds since 1970; null when none is */
  nextAttemptDate: FiledDate;
  /** When all was written, in seconds since 1970; null before */
  doneDate: FiledDate;
  /** The server of the destination of the workspace; null where none is set up */
  host: string | null;
  /** What is written already, by its path below the address */
  paths: string[];
}

export type TrueStatus = 'not_started' | 'started' | 'signed' | 'approved' | 'declined' | 'released';

export interface TrustProvider {
  /** Id of the provider */
  id: number;
  /** Its name, as people who sign are shown it */
  name: string;
  /** Address of its methods: `https://rssp.example.org/csc/v2` */
  baseUrl: string;
  /** Address of its OAuth server; null: as its `info` says */
  oauthUrl: string | null;
  /** The id of this instance at the provider */
  clientId: string;
  /** Where the secret is sent; absent: as the metadata of the OAuth server say, else in the body */
  clientAuthentication?: 'body' | 'header';
  /** The account signed into `account_token`; absent: none is asked */
  account?: string;
  /** The authorities that its qualified certificates must lead to */
  anchors: {
    /** The name in the certificate */
    name: string;
    /** SHA-256 of the certificate, hexadecimal */
    sha256: string;
    /** When it ends, in seconds since 1970 */
    endDate: number;
  }[];
  /** Whether people can sign with it */
  enabled: boolean;
  /** When it was created, in seconds since 1970 */
  createDate: number;
}

export interface VerificationReport {
  /** SHA-256 of the file in hexadecimal */
  sha256: string;
  /** Bytes */
  size: number;
  /** When it was verified, in seconds since 1970 */
  checkedAt: number;
  /** The whole file in one answer */
  verdict: {
    /** Whether the file is as it was signed; says nothing of who signed. damaged: programs have to repair it, and nothing that they then show was changed; not-logged: a certificate of this instance is not in its log: the signature was made unseen, with the keys of the service */
    state: 'as-signed' | 'changed' | 'not-logged' | 'damaged' | 'cannot-be-judged' | 'not-signed';
    /** unwitnessed: its certificate is in the log by the word of the service alone, and witnesses are asked for; two-faced: it shows one thing on a screen and another one in print or to other readers (`document.twoFaced`); damaged: as the state, or where it cannot be judged: programs may show the damaged file in different ways; added: what shows on a page was added or changed after a signature, as it is permitted, and no later signature of a confirmed signer covers it; or another value stands where one was signed */
    reason:
      | 'intact'
      | 'signature-removed'
      | 'bytes'
      | 'uncovered'
      | 'content'
      | 'not-logged'
      | 'unwitnessed'
      | 'added'
      | 'unknown'
      | 'damaged'
      | 'weak'
      | 'two-faced'
      | 'no-signature';
  };
  /** All signatures of the file together */
  document: {
    /** How many there are */
    signatures: number;
    /** Of how many the integrity is proven */
    intact: 'all' | 'some' | 'none' | null;
    /** The gravest of the changes after signatures; null where nothing is signed */
    sinceSigning: 'unchanged' | 'allowed-changes' | 'unknown' | 'changes-not-allowed' | 'broken' | null;
    /** Of how many the certificate is trusted; those of the sandbox do not count */
    identity: 'all' | 'some' | 'none' | null;
    /** Of how many the time is proven */
    time: 'all' | 'some' | 'none' | null;
    /** Whether the last signature or timestamp covers the whole file */
    lastCoversWholeFile: boolean;
    /** Fields whose signature a later revision removed */
    removedSignatures: string[];
    /** How many certificates and proofs in the file cannot be read */
    unreadableEvidence: number;
    /** Whether the file is damaged and was examined as viewers repair it; it is then never `as-signed` */
    repaired: boolean;
    /** What was compared as it is shown: pages drawn as they were signed and as they are now; null where nothing followed a signature, or pictures were not compared. A difference that no permitted change explains is the change `shown` */
    shown: {
      /** How many signed revisions, from the first one */
      signatures: number;
      /** How many pages, from the first one */
      pages: number;
      /** How many pages the file has */
      of: number;
    } | null;
    /** What shows otherwise in print, at another zoom, to another reader or when it is clicked */
    twoFaced: {
      /** By what it differs */
      kind:
        | 'action'
        | 'annotation'
        | 'field'
        | 'hidden-layer'
        | 'ink'
        | 'layer'
        | 'picture'
        | 'print-area'
        | 'print-program';
      /** What of the file it is and how it differs, in words */
      sentence: string;
      /** Page of the document, from 1; null where it is on none */
      page: number | null;
      /** Where it is on the page; null where the file does not say */
      displayed: {
        /** Percent of the displayed page, from its left edge */
        posX: number;
        /** Percent of the displayed page, from its top edge */
        posY: number;
        /** Percent of the width of the page */
        width: number;
        /** Percent of the height of the page */
        height: number;
      } | null;
    }[];
  };
  /** In the order of their making */
  signatures: {
    /** The name of the signature field */
    fieldName: string;
    /** As the certificate names the signer */
    signer: {
      /** The common name */
      name: string | null;
      /** The organization */
      organization: string | null;
      /** Email addresses in the certificate */
      emails: string[];
    };
    /** The reason that the signature states */
    reason: string | null;
    /** When it was signed by its own claim, in seconds since 1970 */
    claimedTime: FiledDate;
    /** The time that a trusted timestamp proves, in seconds since 1970 */
    provenTime: FiledDate;
    /** Whether the signed bytes are as they were signed */
    integrity: {
      /** Whether the signature fits the bytes that it covers */
      intact: boolean;
      /** weak: it fits, by an algorithm or key that can be forged; unknown: it cannot be judged; changed: it does not fit */
      state: 'intact' | 'weak' | 'unknown' | 'changed';
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
    };
    /** How much of the file it covers */
    coverage: 'whole-file' | 'whole-revision' | 'partial';
    /** What was appended after it, as its certification allows or not */
    sinceSigning: 'unchanged' | 'allowed-changes' | 'unknown' | 'changes-not-allowed' | 'broken';
    /** What its certification or lock lets follow: 1 timestamps, 2 also filling in and signing, 3 also annotating; null without either */
    permits: 1 | 2 | 3 | null;
    /** Each revision appended after this signature, oldest first */
    changesAfter: {
      /** Number of the revision, from 1 */
      revision: number;
      /** Whether all its changes are allowed */
      allowed: boolean;
      /** The field of the first later signature that covers this revision and whose signer is confirmed; null where none does: then nobody who is known answers for it */
      confirmedBy: string | null;
      /** What it changes */
      changes: {
        /** The kind of change */
        kind: string;
        /** The change in words */
        sentence: string;
        /** Whether it is allowed */
        allowed: boolean;
        /** Why it is not allowed; else null */
        objection: string | null;
        /** Page of the document, from 1; null where it is on none */
        page: number | null;
        /** The form field that it changes; null where it changes none */
        fieldName: string | null;
        /** What a field held before it was filled in, at most 200 characters; null where it was empty */
        oldValue: string | null;
        /** What it holds after that; null where it is empty */
        newValue: string | null;
        /** Where a field or annotation was laid over the page; null for every other change */
        displayed: {
          /** Percent of the displayed page, from its left edge */
          posX: number;
          /** Percent of the displayed page, from its top edge */
          posY: number;
          /** Percent of the width of the page */
          width: number;
          /** Percent of the height of the page */
          height: number;
        } | null;
        /** The share of the page that this takes, in percent */
        share: number | null;
        /** Whether it hides something that the page showed when it was signed; null where pictures were not compared */
        covers: boolean | null;
      }[];
    }[];
    /** The signer’s certificate */
    certificate: {
      /** Whether a path leads to a root that this instance trusts, valid when it was used and not revoked */
      trusted: boolean;
      /** The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted */
      trustedBy: 'this-instance' | 'named-by-operator' | 'named-by-organization' | 'sandbox' | null;
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
      /** What a proof of revocation status says */
      revocation: 'good' | 'revoked' | 'unknown';
      /** The time that the certificate was checked for, in seconds since 1970 */
      checkedAt: FiledDate;
      /** Where that time comes from: a timestamp, the caller, or the signature’s own claim */
      checkedAtSource: 'timestamp' | 'asked' | 'claimed' | null;
      /** The signer’s own first, as far as issuers were found */
      chain: {
        /** The common name */
        name: string | null;
        /** The organization */
        organization: string | null;
        /** The common name of the issuer */
        issuer: string | null;
        /** In hexadecimal */
        serial: string;
        /** In seconds since 1970 */
        validFrom: number;
        /** In seconds since 1970 */
        validUntil: number;
      }[];
    };
    /** The signature timestamp; null where there is none */
    timestamp: {
      /** The time that the timestamp states, in seconds since 1970 */
      time: FiledDate;
      /** The common name of the authority that issued it */
      authority: string | null;
      /** Whether its certificate is trusted */
      trusted: boolean;
      /** The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted */
      trustedBy: 'this-instance' | 'named-by-operator' | 'named-by-organization' | 'sandbox' | null;
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
    } | null;
    /** Why the timestamp cannot be read; else null */
    timestampProblem: string | null;
    /** The result in the words of EN 319 102-1, together with trust */
    indication: {
      /** The main indication */
      main: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
      /** The sub-indication; null for TOTAL-PASSED */
      sub:
        | 'FORMAT_FAILURE'
        | 'HASH_FAILURE'
        | 'SIG_CRYPTO_FAILURE'
        | 'SIG_CONSTRAINTS_FAILURE'
        | 'CHAIN_CONSTRAINTS_FAILURE'
        | 'CRYPTO_CONSTRAINTS_FAILURE'
        | 'NO_SIGNING_CERTIFICATE_FOUND'
        | 'NO_CERTIFICATE_CHAIN_FOUND'
        | 'REVOKED_NO_POE'
        | 'REVOKED_CA_NO_POE'
        | 'OUT_OF_BOUNDS_NO_POE'
        | 'TRY_LATER'
        | null;
    };
    /** How the signer was identified and who held the key, for certificates of this instance; else null */
    reached: {
      /** The level of the signature */
      level: WorkflowType;
      /** How the signer was identified */
      identification:
        | 'mailbox'
        | 'code-sms'
        | 'code-mail'
        | 'passkey'
        | 'identity-provider'
        | 'in-person'
        | 'in-person-code-sms'
        | 'in-person-code-mail'
        | 'in-person-passkey'
        | 'in-person-identity-provider'
        | 'embedded'
        | 'embedded-code-sms'
        | 'embedded-code-mail'
        | 'embedded-passkey'
        | 'embedded-identity-provider'
        | 'trust-service-provider';
      /** Who held the key: this service, the browser of the signer, or a trust service provider */
      keyHolder: 'service' | 'browser' | 'provider';
      /** What the identification rests on, in words */
      weakestLink: string;
      /** All of it in one sentence */
      sentence: string;
    } | null;
    /** What becomes of the certificate’s statement that it is qualified; null where it does not state it */
    qualified: {
      /** confirmed: the certificate is complete, not revoked, and leads to a named authority; sandbox: no legal effect */
      state: 'confirmed' | 'not-confirmed' | 'sandbox';
      /** seal: of an organization, which states where the document comes from */
      purpose: 'signature' | 'seal';
      /** Why it is not confirmed, in sentences; empty where it is */
      reasons: string[];
      /** The result in words */
      sentence: string;
    } | null;
    /** Whether the log of this instance holds the certificate; null for certificates of others */
    log: {
      /** not-logged: it is not in the log as it has to be, and counts for nothing; not-demanded: it is not, and is proven to be older than that demand; unwitnessed: it is by the word of the service alone, and a witness is asked for */
      state: 'logged' | 'not-logged' | 'not-demanded' | 'unwitnessed';
      /** The result in words */
      sentence: string;
      /** The name of the log */
      origin: string;
      /** The leaf, from 0, as the signature states it; null without a proof */
      index: number | null;
      /** When the log took it, in seconds since 1970 */
      addedAt: FiledDate;
      /** Who else has seen it in the log: the witnesses that the service asks */
      seenBy: {
        /** The name of the witness */
        name: string;
        /** When it saw the log with this leaf, by its word, in seconds since 1970 */
        seenAt: number;
      }[];
      /** What is wrong, in sentences; empty when nothing is */
      reasons: string[];
    } | null;
    /** The PAdES level; null where none is reached */
    level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  }[];
  /** Document timestamps, oldest first */
  timestamps: {
    /** The time that the timestamp states, in seconds since 1970 */
    time: FiledDate;
    /** The common name of the authority that issued it */
    authority: string | null;
    /** Whether its certificate is trusted */
    trusted: boolean;
    /** The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted */
    trustedBy: 'this-instance' | 'named-by-operator' | 'named-by-organization' | 'sandbox' | null;
    /** What is wrong, in sentences; empty when nothing is */
    reasons: string[];
    /** The name of the signature field */
    fieldName: string;
    /** How much of the file it covers */
    coverage: 'whole-file' | 'whole-revision' | 'partial';
  }[];
  /** Where this very file was here and was erased since; null for every other file */
  erased: {
    /** When it was erased, in seconds since 1970 */
    date: number;
    /** Whether it is the sealed file; false: the upload */
    sealed: boolean;
  } | null;
  /** The same for people, as plain text */
  text: string;
}

export interface WebhookEndpoint {
  /** Id of the webhook */
  id: number;
  /** The address that is notified */
  url: string;
  /** Empty: all */
  events: NotifiedEvent[];
  /** Whether notifications are sent */
  enabled: boolean;
  /** Whether the certificate must verify */
  sslVerification: boolean;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** Until when the previous secret signs too, in seconds since 1970; null when there is one secret */
  previousSecretEndDate: FiledDate;
}

export interface WholeTemplate {
  /** Id of the template */
  id: number;
  /** The name of the template */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** How many people a workflow made from it needs */
  recipientsCount: number;
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** The user who created it */
  creator: Profile;
  /** One after another */
  steps: TemplateStep[];
  /** Id of the workspace */
  workspaceId: number;
  /** When it was last changed, in seconds since 1970 */
  changeDate: number;
  /** What the sender says in the invitations */
  senderMessage: string | null;
  /** Days from when a workflow is made of it to its deadline */
  expiryDays: number;
  /** The language of people for whom none is said when a workflow is made of it; null: none */
  language: 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ar' | null;
  /** The placeholders that people take the place of */
  recipients: TemplateRecipient[];
  /** The groups of whom some are enough; empty where everyone must act */
  choices: {
    /** The order of its step */
    step: number;
    /** The name of the group */
    group: string;
    /** How many of its people are enough */
    required: number;
    /** Ids of its roles, in the order of the step */
    roles: number[];
  }[];
  /** Which roles are witnesses of which signers; empty where there are none */
  witnesses: {
    /** The order of its step */
    step: number;
    /** Id of the role of the witness */
    role: number;
    /** Id of the role of the signer */
    of: number;
  }[];
  /** What is filled in, and where it is placed */
  fields: Field[];
  /** In the order of their positions */
  documents: Document[];
}

export interface Workflow {
  /** Id of the workflow, as the workflow family uses it */
  id: number;
  /** The 40-character id of the workflow, as the quick and envelope families use it */
  envelopeId: string;
  /** Id of the workspace */
  workspaceId: number;
  /** The name of the workflow */
  name: string;
  /** The level of the signatures */
  type: WorkflowType;
  /** The status of the workflow */
  status: WorkflowStatus;
  /** The status before the latest change; null where there was none */
  oldStatus: WorkflowStatus | null;
  /** When it was created, in seconds since 1970 */
  createDate: number;
  /** The deadline, in seconds since 1970; after it nothing can be signed */
  expiryDate: number;
  /** When it started, in seconds since 1970; null until then */
  startDate: FiledDate;
  /** When the draft starts by itself, in seconds since 1970; null for never */
  scheduledStartDate: FiledDate;
  /** In the order of their positions */
  documents: Document[];
  /** The people who act */
  recipients: Recipient[];
  /** One after another */
  steps: Step[];
  /** What is filled in, and where it is placed */
  fields: Field[];
  /** What the sender says in the invitations */
  senderMessage: string | null;
  /** The name that the invitations carry as the sender’s */
  senderName: string | null;
  /** How signers are identified beyond their mailbox */
  signingSecurity: 'none' | 'otp' | 'qualified';
  /** The organization that owns it */
  organization: {
    /** Id of the organization */
    id: number;
    /** The name of the organization */
    name: string;
  };
  /** The user who created it */
  creator: Profile;
  /** The users of the workspace who can see it */
  users: {
    /** Id of the user */
    id: number;
    /** The name of the user; null until the invited person has an account */
    name: string | null;
    /** The key of the user’s role in the workspace */
    role: string;
    /** The user’s email address */
    email: string;
  }[];
  /** Tags, each with id, name and colour */
  tags: Tag[];
  /** Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty */
  metadata: Metadata;
}

export interface WorkflowCounts {
  /** A count above it says no more than that there are more */
  bound: number;
  /** By status; all statuses */
  statuses: Record<string, number>;
  /** Those that wait for people and whose deadline is within seven days */
  expiring: number;
  /** Those that are filed away */
  filed: number;
}

export type WorkflowId = number | string;

export interface WorkflowRetention {
  /** What is set for this workflow alone */
  policy: {
    /** Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says */
    signedYears: number | null;
    /** Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says */
    draftDays: number | null;
    /** Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says */
    stoppedMonths: number | null;
  };
  /** When it is erased, in seconds since 1970; null: it is kept for ever, or has not ended */
  dueDate: FiledDate;
  /** Which period applies; null while it is under way */
  rule: 'signed' | 'drafts' | 'stopped' | null;
  /** Whose policy set that period; null where none did */
  source: 'workflow' | 'template' | 'workspace' | 'organization' | null;
  /** Why a legal hold keeps it, for those who may delete it; null without one */
  hold: string | null;
  /** Whether the caller may set its periods, as administrators may */
  mayChange: boolean;
}

export type WorkflowStatus =
  | 'not_started'
  | 'started'
  | 'approved'
  | 'to_be_archived'
  | 'signed'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'blocked';

export type WorkflowType = 'simple' | 'advanced' | 'qualified';

export interface Workspace {
  /** Id of the workspace */
  id: number;
  /** The name of the workspace */
  name: string;
  /** What the workspace is for; null where nothing was said */
  description: string | null;
  /** The tags of the workspace */
  tags: Tag[];
  /** Always empty for now */
  integrations: never[];
  /** The users of the workspace */
  workspaceUsers: {
    /** Id of the user of the workspace */
    id: number;
    /** Id of the member */
    memberId: number;
    /** The member’s email address */
    email: string;
    /** The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
    role: number;
    /** owner, administrator, editor, viewer, or the key of a custom role */
    roleKey: string;
    /** The name, address and picture of the person */
    profile: MemberProfile;
  }[];
  /** The caller's own */
  permissions: Permission[];
}

export interface WorkspaceUser {
  /** Id of the user of the workspace */
  id: number;
  /** The member’s email address */
  email: string;
  /** The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100 */
  role: number;
  /** The picture of the account; null for people without one */
  picture: Picture | null;
  /** Null until the invited person has an account */
  name: string | null;
}
