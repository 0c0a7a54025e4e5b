# Written by `npm run generate` from the contract; not by hand.
"""The objects that calls take and give. Their keys are those of the interface."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._upload import Upload

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

ActionStatus = Literal["not_started", "started", "signed", "approved", "declined"]

ActionType = Literal["sign", "review"]

AnnexUploads = Union[Upload, List[Upload]]

EnvelopeRef = Union[str, int]

FieldType = Literal["signature", "initials", "date", "name", "email", "company", "department", "title", "location", "address", "text", "number", "checkbox", "radio", "dropdown", "stamp", "attachment"]

FiledDate = Optional[int]

HandingOver = Literal["device", "link"]

Metadata = Union[Dict[str, str], List[Any]]

NotifiedEvent = Literal["workflow.started", "action.started", "action.signed", "action.approved", "action.declined", "action.reminded", "workflow.approved", "workflow.signed", "workflow.declined", "workflow.canceled", "workflow.expired", "workflow.blocked", "recipient.reassigned", "seal.completed", "seal.failed"]

Permission = Literal["create_workflow", "move_created_workflow", "delete_created_workflow", "edit_created_workflow", "view_created_workflow", "move_others_workflow", "delete_others_workflow", "edit_others_workflow", "view_others_workflow", "create_template", "delete_created_template", "edit_created_template", "move_created_template", "view_created_template", "delete_others_template", "edit_others_template", "move_others_template", "view_others_template", "create_archive", "delete_archive_for_me", "delete_archive_for_everyone", "edit_hold_archive", "view_hold_archive", "move_hold_archive", "edit_others_archive", "view_others_archive", "move_others_archive", "delete_workspace", "edit_workspace", "add_workspace_user", "remove_workspace_user", "edit_workspace_user", "create_template_out_of_template", "create_template_out_of_workflow", "create_workflow_out_of_template", "create_workflow_out_of_workflow", "view_archive_summary", "upload_archive_to_cloud", "manage_tags", "tag_workflow", "tag_archive", "tag_template", "create_seal"]

Scope = Literal["profile:read", "workspaces:read", "workspaces:write", "workflows:read", "workflows:write", "workflows:sign-embedded", "seals:read", "seals:write", "templates:read", "templates:write", "organization:write", "webhooks:write", "agents:send"]

TrueStatus = Literal["not_started", "started", "signed", "approved", "declined", "released"]

WorkflowId = Union[int, str]

WorkflowStatus = Literal["not_started", "started", "approved", "to_be_archived", "signed", "declined", "canceled", "expired", "blocked"]

WorkflowType = Literal["simple", "advanced", "qualified"]


class Action(TypedDict):
    #: Id of the action
    id: int
    #: Place of the step, from 1
    stepNumber: int
    #: Id of the role that acts
    role: int
    #: What the recipient does: sign or review
    type: ActionType
    #: The status of the action: `started` once the recipient may act
    status: ActionStatus
    #: Id of the recipient
    recipientId: int
    #: The recipient’s email address
    recipientEmail: str
    #: What the recipient wrote when declining or reviewing; else null
    comment: Optional[str]
    #: The remote transaction of a qualified signature; else null
    transaction: Optional[ActionTransaction]


class ActionTransaction(TypedDict):
    #: The trust service provider that signed
    provider: str
    #: The id of its response; null where it gave none
    responseId: Optional[str]
    #: What has to be said with the signature: “Sandbox, no legal effect”; null for other providers
    notice: Optional[str]


class AddDocumentAnswer(TypedDict):
    #: Id of the workflow, as the workflow family uses it
    id: int
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata
    #: With `replaces`: the fields that the new file has no place for; they are deleted
    lostFields: NotRequired[List[AddDocumentAnswerLostField]]


class AddDocumentAnswerLostField(TypedDict):
    #: The id it had
    id: int
    #: What was asked for there
    type: str
    #: What it was called
    label: str
    #: Its page, from 1
    page: int
    #: `page_missing`: the new file has no such page; `page_size`: it has another size
    reason: Literal["page_missing", "page_size"]


class Annex(TypedDict):
    #: Id of the annex
    id: int
    #: Its place among the annexes, from 0
    position: int
    #: The name of the file, as it was sent, without folders
    name: str
    #: What the file is, by its content; `other` where that is not known
    format: Literal["pdf", "png", "jpeg", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "zip", "csv", "text", "other"]
    #: Bytes
    size: int
    #: SHA-256 in lowercase hexadecimal
    sha256: str
    #: When it was added, in seconds since 1970
    addDate: int
    #: The address of the file; it needs the credential of the caller
    file: str


class BrandColours(TypedDict):
    #: On pages in light colours
    light: BrandColoursLight
    #: On pages in dark colours
    dark: BrandColoursDark


class BrandColoursDark(TypedDict):
    #: Of buttons, links and what has the focus
    accent: str
    #: Of buttons under the pointer
    strong: str
    #: Behind text that is set off
    wash: str
    #: Of text on the accent
    on: str


class BrandColoursLight(TypedDict):
    #: Of buttons, links and what has the focus
    accent: str
    #: Of buttons under the pointer
    strong: str
    #: Behind text that is set off
    wash: str
    #: Of text on the accent
    on: str


class BrandState(TypedDict):
    #: What is being prepared; null before the first change
    draft: Optional[BrandView]
    #: What people are shown; null: what Paraph shows by itself
    published: Optional[BrandView]


class BrandView(TypedDict):
    #: As `#rrggbb`; null: that of Paraph
    accent: Optional[str]
    #: Derived from the accent; null without one
    colours: Optional[BrandColours]
    #: Whether there is a logo
    hasLogo: bool
    #: What mails are sent as; null: the name of the organization
    senderName: Optional[str]
    #: Where replies to mails go; null: to the sender of the document
    replyAddress: Optional[str]
    #: Below mails, before what Paraph says of them
    footer: Optional[str]
    #: What is shown beside the consent, a text a language
    disclosures: List[BrandViewDisclosure]
    #: When it was saved or published, in seconds since 1970
    changeDate: int


class BrandViewDisclosure(TypedDict):
    #: The language of the text
    language: Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]
    #: Plain text
    text: str


class BulkItem(TypedDict):
    #: The id as the item of the request gave it
    identifier: EnvelopeRef
    #: Whether it succeeded
    result: bool
    #: The answer to this item; null where it failed
    response: Any
    #: What failed; null on success
    error: Optional[BulkItemError]


class BulkItemError(TypedDict):
    #: One of the error codes of the interface
    code: str
    #: The error in words that may be shown to people
    message: str


class BulkJob(TypedDict):
    #: Id of the bulk job
    id: int
    #: Id of the workspace, whose workflows are made
    workspaceId: int
    #: Id of the template; null once it was deleted
    templateId: Optional[int]
    #: checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled
    state: Literal["checking", "ready", "sending", "paused", "done", "canceled"]
    #: The name of the table’s file
    fileName: str
    #: How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`
    encoding: str
    #: The pattern of the workflows’ names
    name: str
    #: What each column says
    columns: List[BulkJobColumn]
    #: How many rows the table has
    rows: int
    #: How many are not checked yet
    waiting: int
    #: How many can be sent, and are not yet
    valid: int
    #: How many have problems
    invalid: int
    #: How many became a workflow that has started
    sent: int
    #: How many were refused when they were to be sent
    failed: int
    #: How many are sent no more
    canceled: int
    #: Of those sent, how many were signed
    signed: int
    #: Why it is paused, where nobody asked for it
    pausedFor: Optional[str]
    #: How many rows a minute are sent at most; null: no limit
    ratePerMinute: Optional[int]
    #: When sending begins; null: at once
    scheduledStartDate: FiledDate
    #: When the table was sent
    createDate: int
    #: When the job was started
    startDate: FiledDate
    #: When it ended
    endDate: FiledDate


class BulkJobColumn(TypedDict):
    #: As the table has it
    heading: str
    #: As in `mapping`; null where the column is not understood and left out
    meaning: Optional[str]


class ChangedWorkflow(TypedDict):
    #: Id of the workflow
    id: int
    #: The status of the workflow
    status: WorkflowStatus
    #: In the order of their positions
    documents: List[Document]


class ChoiceState(TypedDict):
    #: The order of its step
    step: int
    #: The name of the group
    group: str
    #: How many of its people are enough
    required: int
    #: Who may act, in the order in which they were named
    members: List[ChoiceStateMember]


class ChoiceStateMember(TypedDict):
    #: Id of the action
    actionId: int
    #: Id of the recipient
    recipientId: int
    #: As of the action, but `released` once enough others have acted: the action itself says `not_started` then
    status: TrueStatus


class CloneTemplateRecipient(TypedDict):
    #: The recipient’s name
    name: str
    #: The recipient’s email address
    email: str
    #: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
    phone: NotRequired[Optional[str]]
    #: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
    identification: NotRequired[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]]


class CollectorState(TypedDict):
    #: Null where none is set up
    collector: Optional[CollectorStateCollector]


class CollectorStateCollector(TypedDict):
    #: The address that is sent the record
    url: str
    #: `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON)
    format: Literal["json", "otlp"]
    #: Whether a header `Authorization` is sent, which is never shown
    authorization: bool
    #: The number of the last event that it has taken; 0: none
    position: int
    #: How many events wait to be sent
    behind: int
    #: How many tries have failed since it took one
    attempts: int
    #: The HTTP status that the last try failed with; null where there was no answer, or no failure
    status: Optional[int]
    #: Why the last try failed, in a sentence; null without a failure
    cause: Optional[str]
    #: When it is tried again; null without a failure
    nextAttemptDate: FiledDate
    #: When it last took events; null: never
    deliveryDate: FiledDate
    #: When it was set up or changed
    changeDate: int


class Connection(TypedDict):
    #: A random id
    id: str
    #: The protocol: OpenID Connect or SAML 2.0
    kind: Literal["oidc", "saml"]
    #: What a SAML provider has besides; null for OpenID Connect
    saml: Optional[ConnectionSaml]
    #: As members know it
    name: str
    #: Its issuer; its entity id with SAML
    issuer: str
    #: The id of this instance at the provider; with SAML its entity id, at which its metadata is
    clientId: str
    #: Whether signers show with it who signs
    isForSigners: bool
    #: Whether members sign in by it
    isForMembers: bool
    #: Domains whose addresses sign in by it, once they are proven
    domains: List[ConnectionDomain]
    #: Whether addresses of its proven domains sign in by it alone
    isEnforced: bool
    #: The administrator whose password opens the account in any case
    passwordAdministrator: Optional[str]
    #: Whether they have a second factor, without which it cannot be required
    passwordAdministratorHasFactor: bool
    #: Whether signing out here ends the session at the provider
    endsSession: bool
    #: Which groups have which roles
    mapping: ConnectionMapping
    #: The address at which members begin
    signInUrl: str
    #: The redirect URIs to register: of members, of signers; with SAML the assertion consumer service
    returnUrls: List[str]
    #: The redirect URI after signing out
    signedOutUrl: str
    #: The back-channel logout URI; with SAML the single logout service
    logoutUrl: str
    #: When a member first signed in by it; null: nobody yet
    workedDate: FiledDate
    #: When it was made
    createDate: int
    #: When it was changed
    changeDate: int


class ConnectionDomain(TypedDict):
    #: The part of addresses after the @
    domain: str
    #: Where a TXT record shows that the organization holds it
    recordName: str
    #: What that record is to be
    recordValue: str
    #: When the record was seen; null: not yet
    provenDate: FiledDate


class ConnectionMapping(TypedDict):
    #: The claim that lists the groups of a person
    groupClaim: str
    #: Roles by group; the first entry of a workspace counts
    groups: List[ConnectionMappingGroup]
    #: Groups whose people run the organization
    administratorGroups: List[str]
    #: Of who is in none of these groups; null: they are refused
    defaultRole: Optional[ConnectionMappingDefaultRole]
    #: Whether the provider also takes roles that were given by hand
    isDecisive: bool


class ConnectionMappingDefaultRole(TypedDict):
    #: Id of the workspace
    workspaceId: int
    #: Key of the role, such as `editor`
    role: str


class ConnectionMappingGroup(TypedDict):
    #: As the provider names it
    group: str
    #: Id of the workspace
    workspaceId: int
    #: Key of the role, such as `editor`
    role: str


class ConnectionSaml(TypedDict):
    #: Where people sign in; empty: not set up yet
    ssoUrl: str
    #: Where people sign out; null: nowhere
    sloUrl: Optional[str]
    #: By which it signs, in base64: two while it changes them
    certificates: List[str]
    #: When the last of them ends; null without one
    certificateEndDate: FiledDate
    #: Where its metadata is read daily
    metadataUrl: Optional[str]
    #: When that last worked
    metadataReadDate: FiledDate
    #: Why it has not since; null where it has
    metadataProblem: Optional[str]
    #: The attribute with the address; empty: those that are usual
    emailAttribute: str
    #: The attribute with the name; empty: those that are usual
    nameAttribute: str
    #: Whether requests to sign in are signed
    signsRequests: bool
    #: Whether people may begin at the provider
    allowsUnsolicited: bool
    #: Why its latest answer was refused; null where it was not
    answerProblem: Optional[str]
    #: The certificate of this instance there, in base64
    ownCertificate: str


class Contact(TypedDict):
    #: Id of the contact
    id: int
    #: The person’s name
    name: str
    #: The person’s email address; one contact has it in a workspace
    email: str
    #: E.164; null where it is not known
    phone: Optional[str]
    #: Of mails to the person; null for the language of their browser
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: `learned` from a workflow that was started, until a user changes it
    source: Literal["learned", "typed", "imported"]
    #: When a workflow for the person was started last, to the hour; null before the first one
    lastUsedDate: FiledDate


class CreateConnectionSaml(TypedDict):
    #: Where its metadata is; read at once, then daily
    metadataUrl: NotRequired[str]
    #: Its metadata, in place of an address: XML of one provider
    metadata: NotRequired[str]
    #: Its entity id, in place of metadata
    entityId: NotRequired[str]
    #: Where people sign in (HTTP-Redirect), in place of metadata
    ssoUrl: NotRequired[str]
    #: Where people sign out (HTTP-Redirect), in place of metadata
    sloUrl: NotRequired[str]
    #: By which it signs, in PEM or base64, in place of metadata
    certificates: NotRequired[List[str]]
    #: The attribute with the address; empty: those that are usual
    emailAttribute: NotRequired[str]
    #: The attribute with the name; empty: those that are usual
    nameAttribute: NotRequired[str]
    #: Whether requests to sign in are signed; they are where the metadata asks for it
    signsRequests: NotRequired[bool]
    #: Whether people may begin at the provider: a sign-in then begins here
    allowsUnsolicited: NotRequired[bool]


class CreateEmbeddedDesignAnswer(TypedDict):
    #: For `src` of the frame; opens once
    url: str
    #: Until when it is opened: 5 minutes
    expiresDate: int


class CreateEmbeddedSessionAnswer(TypedDict):
    #: For `src` of the frame; opens once
    url: str
    #: Until when it is opened: 5 minutes
    expiresDate: int


class CreateEmbeddedSessionAuthenticatedBy(TypedDict):
    #: How, in a few words: `password and TOTP`
    method: str
    #: When, in seconds since 1970
    at: int


class CreateInPersonSessionAnswer(TypedDict):
    #: Opens the session of this recipient in one browser, once; replaces the one before
    url: str
    #: Until when it is opened
    expiresDate: int


class CreatePublicLinkAnswer(TypedDict):
    #: Id of the public link
    id: int
    #: Id of the workspace of its template
    workspaceId: int
    #: Id of its template
    templateId: int
    #: What it is called
    name: str
    #: The placeholder that who comes takes the place of
    placeholderId: int
    #: Who takes other places each time
    people: List[CreatePublicLinkAnswerPeople]
    #: From when people may come
    opensDate: FiledDate
    #: Until when
    closesDate: FiledDate
    #: How many workflows there may be; null: no limit
    maximum: Optional[int]
    #: Whether each address may answer once only
    oncePerPerson: bool
    #: Of the page; null: that of the browser
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which keys the address may fill in unsigned
    prefillKeys: List[str]
    #: open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended
    state: Literal["open", "early", "closed", "full", "off", "ended"]
    #: Why it is off, for its owner; null where it is not
    offReason: Optional[str]
    #: The address of its page, at the host of the organization’s links
    url: str
    #: The address as a QR code: the text of an SVG picture
    qr: str
    #: Of what was begun by it; a mailbox that was not proven does not count
    counts: CreatePublicLinkAnswerCounts
    #: In whose name its workflows are made
    creatorName: str
    #: When it was made
    createDate: int
    #: When it was ended; null before
    endDate: FiledDate
    #: Signs what `?prefill[key]=` says, by HMAC-SHA256; in this answer alone, and not stored anywhere
    secret: str


class CreatePublicLinkAnswerCounts(TypedDict):
    #: How many people have proven their mailbox and not answered yet; each holds a place
    open: int
    #: How many have answered
    done: int
    #: How many had not within seven days; they hold no place
    abandoned: int


class CreatePublicLinkAnswerPeople(TypedDict):
    #: Id of a placeholder
    placeholderId: int
    #: The name of who takes it
    name: str
    #: Their email address
    email: str
    #: Of the mails to them
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]


class CreatePublicLinkPeople(TypedDict):
    #: Id of another placeholder of the template
    placeholderId: int
    #: The name of who takes it
    name: str
    #: Their email address
    email: str
    #: Of the mails to them; null for English
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]


class CreateQuickEnvelopeAnswer(TypedDict):
    #: The 40-character id of the workflow
    id: str


class CreateTemplatePlaceholder(TypedDict):
    #: Id of a recipient of the workflow
    recipientId: int
    #: The name of the placeholder, such as Tenant
    name: str


class CreateWebhookAnswer(TypedDict):
    #: Id of the webhook
    id: int
    #: The address that is notified
    url: str
    #: Empty: all
    events: List[NotifiedEvent]
    #: Whether notifications are sent
    enabled: bool
    #: Whether the certificate must verify
    sslVerification: bool
    #: When it was created, in seconds since 1970
    createDate: int
    #: Until when the previous secret signs too, in seconds since 1970; null when there is one secret
    previousSecretEndDate: FiledDate
    #: whsec_ and 32 bytes in base64; shown once
    secret: str


class Defaults(TypedDict):
    #: Days until the deadline
    expiryDays: DefaultsExpiryDays
    #: The level of the signatures
    type: DefaultsType
    #: The language of people for whom none is chosen
    language: DefaultsLanguage


class DefaultsExpiryDays(TypedDict):
    #: What is set here; null: as the next wider one says
    value: Optional[int]
    #: What counts; null where nobody has set it
    effective: Optional[int]
    #: Who set what counts
    source: Optional[Literal["workspace", "organization"]]


class DefaultsLanguage(TypedDict):
    #: What is set here; null: as the next wider one says
    value: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: What counts; null where nobody has set it
    effective: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Who set what counts
    source: Optional[Literal["workspace", "organization"]]


class DefaultsType(TypedDict):
    #: What is set here; null: as the next wider one says
    value: Optional[WorkflowType]
    #: What counts; null where nobody has set it
    effective: Optional[WorkflowType]
    #: Who set what counts
    source: Optional[Literal["workspace", "organization"]]


class DeleteWorkflowsWorkflow(TypedDict):
    #: Id of the workflow
    id: int
    #: Id of its workspace; by default the one of the path
    workspaceId: NotRequired[int]


class Delivery(TypedDict):
    #: Id of the delivery
    id: int
    #: What happened: `workflow.started` and so on
    event: str
    #: The address that is notified
    url: str
    #: What became of it
    state: Literal["pending", "delivered", "dead"]
    #: When it was created, in seconds since 1970
    createDate: int
    #: When the next attempt is due, in seconds since 1970; null when none is
    nextAttemptDate: FiledDate
    #: Each attempt, oldest first
    attempts: List[DeliveryAttempt]


class DeliveryAttempt(TypedDict):
    #: When it was made, in seconds since 1970
    date: int
    #: The HTTP status of the receiver; null where there was no answer
    status: Optional[int]
    #: Why it failed; null on success
    error: Optional[str]
    #: Milliseconds
    durationMs: int


class DestinationState(TypedDict):
    #: Null where none is set up
    destination: Optional[DestinationStateDestination]


class DestinationStateDestination(TypedDict):
    #: A folder of a WebDAV server, or a bucket (Amazon S3 and what speaks its interface)
    kind: Literal["webdav", "bucket"]
    #: The address of the folder or bucket
    url: str
    #: The user, or the access key of a bucket
    user: str
    #: The region of a bucket; null for WebDAV
    region: Optional[str]
    #: Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text
    pathPattern: str
    #: Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP
    include: List[Literal["evidence", "attachments", "archive"]]
    #: When it was set up or changed, in seconds since 1970
    changeDate: int


class Document(TypedDict):
    #: Id of the document
    id: int
    #: Place among the documents, from 0
    position: int
    #: The stored file
    file: DocumentFile
    #: What it was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent
    source: Optional[DocumentSource]


class DocumentFile(TypedDict):
    #: The file name as uploaded
    name: str
    #: The kind of file, such as `pdf`
    format: str
    #: Bytes
    size: int
    #: Absolute address of the PDF: sealed once the workflow is signed, the original before
    file: str
    #: Absolute address of a picture of page 1
    thumb: Optional[str]
    #: The same address as `file`
    uri: str


class DocumentSource(TypedDict):
    #: The name of the file as it was sent
    name: str
    #: Its kind, by its content, such as `image/jpeg`
    contentType: str
    #: Of the file as it was sent
    sha256: str
    #: Bytes
    size: int
    #: Absolute address of the file as it was sent
    file: str


class EndpointDelivery(TypedDict):
    #: Id of the delivery
    id: int
    #: What happened: `workflow.started` and so on
    event: str
    #: The address that is notified
    url: str
    #: What became of it
    state: Literal["pending", "delivered", "dead"]
    #: When it was created, in seconds since 1970
    createDate: int
    #: When the next attempt is due, in seconds since 1970; null when none is
    nextAttemptDate: FiledDate
    #: Each attempt, oldest first
    attempts: List[EndpointDeliveryAttempt]
    #: Id of the workflow, as the workflow family uses it
    workflowId: int
    #: The webhook-id header; the same on every attempt
    messageId: str


class EndpointDeliveryAttempt(TypedDict):
    #: When it was made, in seconds since 1970
    date: int
    #: The HTTP status of the receiver; null where there was no answer
    status: Optional[int]
    #: Why it failed; null on success
    error: Optional[str]
    #: Milliseconds
    durationMs: int


class Envelope(TypedDict):
    #: The 40-character id of the workflow
    id: str
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata


class Evidence(TypedDict):
    #: The evidence; `seal` covers it
    record: EvidenceRecord
    #: A changed record cannot be sealed again
    seal: EvidenceSeal


class EvidenceChoice(TypedDict):
    #: The name of the group
    group: str
    #: How many of its people are enough
    required: int
    #: Who could act, the recipient among them
    recipientIds: List[int]


class EvidenceRecord(TypedDict):
    #: paraph-evidence/1
    format: str
    #: True until the workflow has ended
    interim: bool
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    recordTime: str
    #: Name and version of the software that wrote this record
    software: str
    #: Base URL
    instance: str
    #: The workflow
    workflow: EvidenceRecordWorkflow
    #: The organization that sent it
    organization: OrganizationRef
    #: The user who sent it
    sender: EvidenceRecordSender
    #: In the order of their positions
    documents: List[EvidenceRecordDocument]
    #: Files that the sender added for information: people could read them, and nobody signed them
    annexes: List[EvidenceRecordAnnexe]
    #: All recipients, step by step
    signers: List[EvidenceRecordSigner]
    #: Who follows at the time of the record; copies to others are among the events
    followers: List[EvidenceRecordFollower]
    #: The whole trail, in order
    events: List[EvidenceRecordEvent]
    #: How the events are chained
    chain: EvidenceRecordChain
    #: What the times in this record mean
    times: EvidenceRecordTimes
    #: How to verify without the instance, with common tools
    verification: List[EvidenceRecordVerification]
    #: Of the DER of the root certificate
    trustAnchorSha256: str
    #: How long the record is kept, and on what basis
    retention: EvidenceRecordRetention
    #: What the signatures claim to be under the law
    legal: EvidenceRecordLegal
    #: What this record does not prove, in sentences
    notProven: List[str]
    #: The thirty points of a complete record, and the state of each in this one
    points: List[EvidenceRecordPoint]


class EvidenceRecordAnnexe(TypedDict):
    #: Id of the annex
    id: int
    #: The name of the file, as it was sent
    name: str
    #: Bytes
    size: int
    #: Of the file
    sha256: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    addedTime: str


class EvidenceRecordChain(TypedDict):
    #: How each hash follows from the one before
    algorithm: str
    #: How many events there are
    events: int
    #: The hash of the last event, which covers all of them
    head: str
    #: What outside of the database holds the head
    anchor: str


class EvidenceRecordDocument(TypedDict):
    #: Id of the document
    id: int
    #: The file name as uploaded
    name: str
    #: How many pages the PDF has
    pages: int
    #: What the PDF was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent
    source: Optional[EvidenceRecordDocumentSource]
    #: The PDF as uploaded
    original: FileDigest
    #: The incremental updates that the original was given, each shown to who came next; the sealed PDF begins with them
    revisions: List[EvidenceRecordDocumentRevision]
    #: The signed PDF; null until it is sealed
    sealed: Optional[EvidenceRecordDocumentSealed]


class EvidenceRecordDocumentRevision(TypedDict):
    #: From 0, in the order in which they were appended to the original
    number: int
    #: What it added: the form fields, at the start; or the answers and the signature of one signer
    kind: Literal["fields", "signature"]
    #: Id of the action of the signer
    actionId: Optional[int]
    #: The name of the signer
    signer: Optional[str]
    #: Bytes of the whole file up to and including it
    size: int
    #: Of the whole file up to and including it
    sha256: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str


class EvidenceRecordDocumentSealed(TypedDict):
    #: SHA-256 in lowercase hexadecimal
    sha256: str
    #: Bytes
    size: int
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    sealedTime: str
    #: Name and version of what sealed it
    software: Optional[str]
    #: The PAdES level reached: B-B, B-T, B-LT or B-LTA
    level: str
    #: The document timestamp
    timestamp: EvidenceRecordDocumentSealedTimestamp
    #: One for each signer, in the order of their making
    signatures: List[EvidenceRecordDocumentSealedSignature]
    #: That the log of the instance holds the sealed file (`docs/log.md`); null where it does not
    log: Optional[EvidenceRecordDocumentSealedLog]
    #: In the organization’s name, for a workflow without signers
    organizationSeal: Optional[EvidenceRecordDocumentSealedOrganizationSeal]


class EvidenceRecordDocumentSealedLog(TypedDict):
    #: The place of the leaf in the log, from 0
    index: int
    #: The line of the log: kind, time and SHA-256 of the sealed file
    entry: str
    #: Hashes in base64 that lead from the leaf to the root (RFC 6962 §2.1.1)
    proof: List[str]
    #: The signed checkpoint with that root
    checkpoint: str


class EvidenceRecordDocumentSealedOrganizationSeal(TypedDict):
    #: The code printed beside the seal
    code: str
    #: The certificate of the organization seal
    certificate: EvidenceRecordDocumentSealedOrganizationSealCertificate


class EvidenceRecordDocumentSealedOrganizationSealCertificate(TypedDict):
    #: Of the certificate, in hexadecimal
    serial: str
    #: Distinguished name of the subject
    subject: str
    #: Distinguished name of the issuer
    issuer: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    notBefore: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    notAfter: str
    #: From the signer’s to the root
    chain: List[str]
    #: good: asked and put into the file when it was sealed
    revocationAtSealing: str
    #: When it was revoked; null where it is not
    revokedTime: Optional[str]


class EvidenceRecordDocumentSealedSignature(TypedDict):
    #: Id of the action of the signer
    actionId: int
    #: Of the certificate, in hexadecimal
    certificateSerial: str
    #: The code printed beside the signature
    code: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str


class EvidenceRecordDocumentSealedTimestamp(TypedDict):
    #: The common name in the certificate that signed the token
    authority: str
    #: Whether it is the instance’s own: proof of order and integrity, of no time to outsiders
    isInternal: bool
    #: Of the token, in hexadecimal
    serial: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str


class EvidenceRecordDocumentSource(TypedDict):
    #: The name of the file as it was sent
    name: str
    #: Its kind, by its content
    contentType: str
    #: Of the file as it was sent
    sha256: str
    #: Bytes
    size: int


class EvidenceRecordEvent(TypedDict):
    #: Number of the event, from 1
    sequence: int
    #: What happened
    name: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: The user or recipient who did it, as known at that time; null for the service itself
    actor: Any
    #: More facts about the event
    detail: Dict[str, Any]
    #: 1: the hash does not cover the snapshot; 2: it does
    version: int
    #: SHA-256 in lowercase hexadecimal
    snapshotSha256: Optional[str]
    #: SHA-256 in lowercase hexadecimal
    previousHash: Optional[str]
    #: SHA-256 in lowercase hexadecimal
    hash: str
    #: The keyed code, which the instance alone can compute
    mac: str


class EvidenceRecordFollower(TypedDict):
    #: As the sender gave it
    name: str
    #: As the sender gave it
    email: str
    #: Which copies they get: of the request, of how it ended, or both
    when: Literal["start", "end", "both"]
    #: The copies to the follower, oldest first
    mails: List[EvidenceRecordFollowerMail]
    #: When and from where a person opened their page
    openings: List[EvidenceRecordFollowerOpening]


class EvidenceRecordFollowerMail(TypedDict):
    #: The address it was sent to
    to: str
    #: The kind of mail
    kind: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: Whether the mail server accepted it
    result: Literal["sent", "failed"]
    #: The reply of the mail server when it accepted the message, or why it did not
    reply: Optional[str]


class EvidenceRecordFollowerOpening(TypedDict):
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: As the instance saw it, or as a trusted proxy named it
    ip: Optional[str]
    #: Whether the address is the word of a trusted proxy
    isProxied: bool
    #: Whether the address is that of a proxy which the operator has not named, and not the person’s
    isUnnamedProxy: bool
    #: As the browser or program called itself
    userAgent: Optional[str]


class EvidenceRecordLegal(TypedDict):
    #: The kind of signature that is claimed
    claimed: str
    #: The kinds that are not
    notClaimed: List[str]


class EvidenceRecordPoint(TypedDict):
    #: Number of the point
    number: int
    #: The required fact
    title: str
    #: pending: available only once a recipient has acted or all documents are sealed
    state: Literal["recorded", "partly", "absent", "pending"]
    #: What is recorded or missing; null where there is nothing to add
    note: Optional[str]


class EvidenceRecordRetention(TypedDict):
    #: In seconds since 1970; null for no fixed end
    until: FiledDate
    #: The reason for that time
    basis: str
    #: Where to ask
    contact: str


class EvidenceRecordSender(TypedDict):
    #: The name of the sender
    name: Optional[str]
    #: The sender’s email address
    email: Optional[str]
    #: How the sender was known: signed in with a password, by an OAuth token, by an API key, or by a public link that they had made
    authentication: Optional[Literal["session", "token", "key", "link"]]
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: As the instance saw it, or as a trusted proxy named it
    ip: Optional[str]
    #: Whether the address is the word of a trusted proxy
    isProxied: bool
    #: Whether the address is that of a proxy which the operator has not named, and not the person’s
    isUnnamedProxy: bool
    #: As the browser or program called itself
    userAgent: Optional[str]


class EvidenceRecordSigner(TypedDict):
    #: Id of the action
    actionId: int
    #: Id of the recipient
    recipientId: int
    #: As the sender gave it
    name: str
    #: As the sender gave it
    email: str
    #: Place of the step, from 1
    stepOrder: int
    #: What the recipient does: sign or review
    type: ActionType
    #: The status of the action; `released` where enough others have acted
    status: TrueStatus
    #: One of several: who could act in the same place; null for who had to act
    choice: Optional[EvidenceChoice]
    #: As witness of a signer; null for who signs or reviews for themselves
    witness: Optional[EvidenceWitness]
    #: The mails to the recipient, oldest first
    mails: List[EvidenceRecordSignerMail]
    #: When and from where a person opened the page
    openings: List[EvidenceRecordSignerOpening]
    #: How the recipient was identified
    authentication: List[EvidenceRecordSignerAuthentication]
    #: What the signature reached; null until there is one
    reached: Optional[EvidenceRecordSignerReached]
    #: Null until the recipient has consented
    consent: Optional[EvidenceRecordSignerConsent]
    #: Null until the recipient has acted
    act: Optional[EvidenceRecordSignerAct]
    #: The certificates that were issued for the recipient
    certificates: List[EvidenceRecordSignerCertificate]


class EvidenceRecordSignerAct(TypedDict):
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: As the instance saw it, or as a trusted proxy named it
    ip: Optional[str]
    #: Whether the address is the word of a trusted proxy
    isProxied: bool
    #: Whether the address is that of a proxy which the operator has not named, and not the person’s
    isUnnamedProxy: bool
    #: As the browser or program called itself
    userAgent: Optional[str]
    #: signed, approved or declined
    result: str
    #: Of declining
    reason: Optional[str]
    #: The label of the pressed button, as the page reported it
    button: Optional[str]
    #: Of the page
    language: Optional[str]
    #: As the browser reported it
    timeZone: Optional[str]
    #: Over the hashes of all documents and the places of the fields, as shown
    shownSha256: Optional[str]
    #: Exactly what was shown
    documents: List[EvidenceRecordSignerActDocument]
    #: Of the answers, in hexadecimal
    salt: Optional[str]
    #: What was filled in
    answers: List[EvidenceRecordSignerActAnswer]
    #: The pictures of signature and initials
    marks: List[EvidenceRecordSignerActMark]
    #: The files that the signer attached
    attachments: List[EvidenceRecordSignerActAttachment]


class EvidenceRecordSignerActAnswer(TypedDict):
    #: Id of the field
    fieldId: int
    #: The kind of field
    type: str
    #: The value; for signatures the id of the signature image
    value: Optional[str]
    #: Recorded in the chain: SHA-256 over salt, a line feed, and the value
    valueSha256: Optional[str]


class EvidenceRecordSignerActAttachment(TypedDict):
    #: Id of the field
    fieldId: int
    #: Of the file, as in the value of the field
    name: str
    #: pdf, png or jpeg, by the content of the file
    format: str
    #: Bytes
    size: int
    #: SHA-256 in lowercase hexadecimal
    sha256: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    addedTime: str


class EvidenceRecordSignerActDocument(TypedDict):
    #: Id of the document
    id: int
    #: SHA-256 in lowercase hexadecimal
    sha256: str


class EvidenceRecordSignerActMark(TypedDict):
    #: Id of the picture
    id: str
    #: What it is a picture of
    kind: Literal["signature", "initials"]
    #: draw, type or upload
    method: str
    #: SHA-256 in lowercase hexadecimal
    sha256: str
    #: Since when the picture was kept with the signer’s account; null for one that was made for this document
    keptTime: Optional[str]


class EvidenceRecordSignerAuthentication(TypedDict):
    #: mailbox: the link that was mailed to the address was followed; in-person: a host handed a device over, in-person-known-device: one on which the host had signed in before; copied-link: the host copied a link; embedded: an app showed it in its own page; code-sms, code-mail, passkey or identity-provider: a proof for exactly this content
    method: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: The name of the host, or of the app; else null
    reference: Optional[str]
    #: What an app says by its own word; null for all else
    said: Optional[EvidenceRecordSignerAuthenticationSaid]


class EvidenceRecordSignerAuthenticationSaid(TypedDict):
    #: Of the page in which the app showed it
    origin: str
    #: How the app says that it knew the person
    method: str
    #: When, as the app says
    at: str


class EvidenceRecordSignerCertificate(TypedDict):
    #: Of the certificate, in hexadecimal
    serial: str
    #: Distinguished name of the subject
    subject: str
    #: Distinguished name of the issuer
    issuer: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    notBefore: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    notAfter: str
    #: From the signer’s to the root
    chain: List[str]
    #: good: asked and put into the file when it was sealed
    revocationAtSealing: str
    #: When it was revoked; null where it is not
    revokedTime: Optional[str]


class EvidenceRecordSignerConsent(TypedDict):
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: As the instance saw it, or as a trusted proxy named it
    ip: Optional[str]
    #: Whether the address is the word of a trusted proxy
    isProxied: bool
    #: Whether the address is that of a proxy which the operator has not named, and not the person’s
    isUnnamedProxy: bool
    #: As the browser or program called itself
    userAgent: Optional[str]
    #: Which text was shown
    version: str
    #: The language of the text
    language: str
    #: As the browser reported it
    timeZone: Optional[str]
    #: SHA-256 in lowercase hexadecimal
    textSha256: str
    #: The text itself, as it was shown
    text: str
    #: What the organization said beside it; null where it said nothing
    disclosure: Optional[EvidenceRecordSignerConsentDisclosure]


class EvidenceRecordSignerConsentDisclosure(TypedDict):
    #: The language of the text
    language: str
    #: SHA-256 in lowercase hexadecimal
    sha256: str
    #: The text itself, as it was shown
    text: str


class EvidenceRecordSignerMail(TypedDict):
    #: The address it was sent to
    to: str
    #: The kind of mail
    kind: str
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: Whether the mail server accepted it
    result: Literal["sent", "failed"]
    #: The reply of the mail server when it accepted the message, or why it did not
    reply: Optional[str]


class EvidenceRecordSignerOpening(TypedDict):
    #: UTC, ISO 8601 with milliseconds, by the clock of the instance
    time: str
    #: As the instance saw it, or as a trusted proxy named it
    ip: Optional[str]
    #: Whether the address is the word of a trusted proxy
    isProxied: bool
    #: Whether the address is that of a proxy which the operator has not named, and not the person’s
    isUnnamedProxy: bool
    #: As the browser or program called itself
    userAgent: Optional[str]


class EvidenceRecordSignerReached(TypedDict):
    #: The level of the signature
    level: WorkflowType
    #: How the signer was identified
    identification: Literal["mailbox", "code-sms", "code-mail", "passkey", "identity-provider", "in-person", "in-person-code-sms", "in-person-code-mail", "in-person-passkey", "in-person-identity-provider", "embedded", "embedded-code-sms", "embedded-code-mail", "embedded-passkey", "embedded-identity-provider", "trust-service-provider"]
    #: Who held the key: this service, the browser of the signer, or a trust service provider
    keyHolder: Literal["service", "browser", "provider"]
    #: What the identification rests on, in words
    weakestLink: str
    #: All of it in one sentence
    sentence: str


class EvidenceRecordTimes(TypedDict):
    #: The time zone of every time
    zone: str
    #: The clock that they were read from
    source: str
    #: By how much they may be wrong
    uncertainty: str


class EvidenceRecordVerification(TypedDict):
    #: What is verified
    what: str
    #: A shell command
    command: str


class EvidenceRecordWorkflow(TypedDict):
    #: Id of the workflow, as the workflow family uses it
    id: int
    #: The 40-character id of the workflow
    envelopeId: str
    #: The title at the start, which all recipients saw
    name: str
    #: Later names in the sender’s lists, which no recipient saw
    renames: List[EvidenceRecordWorkflowRename]
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: From the sender to all recipients
    message: Optional[str]
    #: When it was created, in seconds since 1970
    createDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: The deadline, in seconds since 1970
    expiryDate: int
    #: When it ended, in seconds since 1970; null until then
    endDate: FiledDate


EvidenceRecordWorkflowRename = TypedDict(
    "EvidenceRecordWorkflowRename",
    {
        "time": "str",
        "from": "str",
        "to": "str",
    },
)


class EvidenceSeal(TypedDict):
    #: Of `record` as JSON: keys sorted, no spaces, UTF-8
    sha256: str
    #: RFC 3161 timestamp token over that hash by the instance’s own authority, DER in base64
    token: str


class EvidenceWitness(TypedDict):
    #: Id of the recipient whose witness this person was
    ofRecipientId: int
    #: The name of that recipient
    ofName: str
    #: The postal address that the witness stated; null before
    address: Optional[str]
    #: How the witness knows the signer, as stated; null before
    relation: Optional[str]
    #: Whether both acted from the same address with the same browser; null until both have
    sameDevice: Optional[bool]


class ExchangeCodeAnswer(TypedDict):
    #: Send it as `Authorization: Bearer …`
    access_token: str
    #: Always `Bearer`
    token_type: Literal["Bearer"]
    #: Seconds until the access token expires
    expires_in: int
    #: Valid until the user withdraws the permission; it changes only at `/oauth/token`
    refresh_token: str


class Export(TypedDict):
    #: Id of the export
    id: int
    #: Id of the workspace whose workflows it has
    workspaceId: int
    #: waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone
    state: Literal["waiting", "running", "done", "failed", "canceled", "expired"]
    #: What it has of each workflow, besides the index
    contents: List[Literal["documents", "certificates", "evidence", "attachments"]]
    #: How many workflows it is about
    workflows: int
    #: How many of them are written or left out by now
    done: int
    #: How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why
    skipped: int
    #: How long the archive is by now
    bytes: int
    #: Why it failed, or its archive went early; null otherwise
    problem: Optional[str]
    #: When it was asked for
    createDate: int
    #: When the first of it was written
    startDate: FiledDate
    #: When it ended
    endDate: FiledDate
    #: When its archive goes: a day after it is done
    expiresDate: FiledDate
    #: Where its archive is downloaded, with the session or a credential; null unless it is done
    url: Optional[str]


class Field(TypedDict):
    #: Id of the field
    id: int
    #: What is filled in
    type: FieldType
    #: The name of the field as the signer reads it
    label: str
    #: Id of the document
    documentId: int
    #: Page of the document, from 1
    page: int
    #: What is filled in; null until then. Of an `attachment` name and hash: `NAME (SHA-256 HASH)`
    value: Optional[str]
    #: The form field of the uploaded PDF whose place it takes, by its full name; null for none
    formField: Optional[str]
    #: Percent of the displayed page, from its left edge
    posX: float
    #: Percent of the displayed page, from its top edge
    posY: float
    #: Id of the role that fills it in
    role: int
    #: How it looks
    style: FieldStyle
    #: Whether it must be filled in where it is shown
    required: bool
    #: Whether it keeps the value that the sender gave; always true for a `stamp`
    readOnly: bool
    #: The name by which programs give and read its value; null for none
    key: Optional[str]
    #: The choices of a `radio` or `dropdown`; else null
    options: Optional[List[FieldOption]]
    #: The radios of a group exclude each other; the checkboxes of a group are counted; null for none
    group: Optional[str]
    #: How many checkboxes of the group must be ticked
    groupMin: Optional[int]
    #: How many checkboxes of the group may be ticked
    groupMax: Optional[int]
    #: The smallest value of a `number`
    min: Optional[float]
    #: The largest value of a `number`
    max: Optional[float]
    #: The regular expression that the whole value of a `text` matches
    pattern: Optional[str]
    #: The most characters of the value
    maxLength: Optional[int]
    #: What the empty field shows to the signer
    placeholder: Optional[str]
    #: The field is shown only then; hidden, it is neither required nor in the signed document. Null: always
    showIf: Optional[ShowCondition]
    #: From which the service computes the value when the signer finishes, such as `round(rent * 12, 2)`; null for none
    formula: Optional[str]


class FieldBlock(TypedDict):
    #: Id of the block
    id: int
    #: Its name, once in the workspace
    name: str
    #: Its fields, in order
    fields: List[FieldBlockField]
    #: When it was changed last
    changeDate: int


class FieldBlockField(TypedDict):
    #: What is filled in
    type: FieldType
    #: The name of the field as the signer reads it
    label: str
    #: Whether it must be filled in where it is shown
    required: bool
    #: Whether it keeps the value that the sender gave; always true for a `stamp`
    readOnly: bool
    #: The choices of a `radio` or `dropdown`; else null
    options: Optional[List[FieldOption]]
    #: The radios of a group exclude each other; the checkboxes of a group are counted; null for none
    group: Optional[str]
    #: How many checkboxes of the group must be ticked
    groupMin: Optional[int]
    #: How many checkboxes of the group may be ticked
    groupMax: Optional[int]
    #: The smallest value of a `number`
    min: Optional[float]
    #: The largest value of a `number`
    max: Optional[float]
    #: The regular expression that the whole value of a `text` matches
    pattern: Optional[str]
    #: The most characters of the value
    maxLength: Optional[int]
    #: What the empty field shows to the signer
    placeholder: Optional[str]
    #: Points from the left edge of the block
    posX: float
    #: Points from the upper edge of the block
    posY: float
    #: How it looks
    style: FieldStyle


class FieldChoice(TypedDict):
    #: What is stored when it is chosen; once in the field and in its group
    value: str
    #: What people read
    label: str


class FieldOption(TypedDict):
    #: What is stored when it is chosen
    value: str
    #: What people read
    label: str


class FieldStyle(TypedDict):
    #: Colour of the text, as #RRGGBB
    color: str
    #: The name of a font; `normal` where none was chosen
    fontStyle: str
    #: In points
    fontSize: float
    #: Percent of the width of the displayed page
    width: float
    #: Percent of the height of the displayed page
    height: float
    #: Whether the text is bold
    bold: bool
    #: Whether the text is slanted
    italic: bool
    #: Whether the text is underlined
    underline: bool


class FileDigest(TypedDict):
    #: SHA-256 of the file in lowercase hexadecimal
    sha256: str
    #: Bytes
    size: int


class Follower(TypedDict):
    #: Id of the follower
    id: int
    #: The follower’s name
    name: str
    #: The follower’s email address
    email: str
    #: Of their mails and page; null for the browser’s
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which copies they get: of the request (`start`), of how it ended (`end`), or `both`
    when: Literal["start", "end", "both"]
    #: The recipient whose requests are copied; null: the start
    ofRecipientId: Optional[int]
    #: When they first opened their link, in seconds since 1970; null until then
    openedDate: FiledDate
    #: Since when they want no more mails, in seconds since 1970; null: they get them
    stoppedDate: FiledDate
    #: What the mail server said of the last mail to them, if it was given up; null: nothing
    mailProblem: Optional[str]


class HandOverMemberAnswer(TypedDict):
    #: Drafts
    drafts: int
    #: Workflows that have started and not ended
    running: int
    #: Templates
    templates: int
    #: Apps that they registered, where they belong to no other organization
    apps: int
    #: The workspaces concerned, by name
    workspaces: List[str]


class Hold(TypedDict):
    #: Id of the hold
    id: int
    #: The workflow that it keeps; null where it keeps more than one
    workflowId: Optional[int]
    #: Name of that workflow; null where there is none, or it is erased
    workflowName: Optional[str]
    #: The workspace of which it keeps everything
    workspaceId: Optional[int]
    #: The person of whom it keeps everything that they sent or received
    email: Optional[str]
    #: Why, as shown to those who are refused
    reason: str
    #: Who placed it
    placedBy: OrganizationRef
    #: When it was placed, in seconds since 1970
    placedDate: int
    #: Who lifted it; null while it is in force
    liftedBy: Optional[OrganizationRef]
    #: When it was lifted, in seconds since 1970; null while it is in force
    liftedDate: FiledDate


class IdentityProviderState(TypedDict):
    #: The address to register at the provider: people return there
    returnUrl: str
    #: The provider; null where none is set up
    provider: Optional[IdentityProviderStateProvider]


class IdentityProviderStateProvider(TypedDict):
    #: Its issuer: `https://login.example.org/realms/acme`
    issuer: str
    #: The id of this instance at the provider
    clientId: str
    #: When it was set up or changed, in seconds since 1970
    changeDate: int


class ImportContactsAnswer(TypedDict):
    #: How many contacts are new
    created: int
    #: How many there were before
    updated: int


class InitializeAppAnswer(TypedDict):
    #: The name, address and picture of the person
    profile: NotRequired[Profile]
    #: The workspaces that the caller belongs to
    workspaces: NotRequired[List[Workspace]]
    #: The levels of signatures that the organization is offered, and what the others need
    levels: NotRequired[LevelOffers]
    #: What this instance accepts as a deadline and as a document
    limits: NotRequired[InitializeAppAnswerLimits]
    #: Always null: everything is free
    currentSubscription: NotRequired[Any]


class InitializeAppAnswerLimits(TypedDict):
    #: The earliest deadline, in seconds from now
    expirySecondsMin: int
    #: The latest deadline, in seconds from now
    expirySecondsMax: int
    #: Which files besides PDF, JPEG and PNG become documents, because a converter is set up for them
    convertedFormats: List[Literal["docx", "odt", "rtf", "heic"]]


class InviteMembersItemValue(TypedDict):
    #: Whether the person was invited
    result: bool
    #: Why not; null where the person was invited
    message: Optional[str]


class InviteMembersMember(TypedDict):
    #: The address to invite
    email: str


class IssueTokenAnswer(TypedDict):
    #: Send it as `Authorization: Bearer …`
    access_token: str
    #: Always `Bearer`
    token_type: Literal["Bearer"]
    #: Seconds until the access token expires
    expires_in: int
    #: Valid until the user withdraws the permission; it changes only at `/oauth/token`
    refresh_token: str
    #: Names of scopes, separated by spaces
    scope: str


class LevelOffers(TypedDict):
    #: All levels, the lowest first
    levels: List[LevelOffersLevel]
    #: All identifications, in the order in which they are chosen where nothing is said
    identifications: List[LevelOffersIdentification]
    #: What recipients without an identification of their own are asked for; null: the first one that is offered and that suits each, such as a code by mail without a phone number
    defaultIdentification: Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]
    #: Which levels each role of the workspaces may ask for when it makes or starts workflows
    roles: List[LevelOffersRole]


class LevelOffersIdentification(TypedDict):
    #: A proof that the level `advanced` can ask for
    identification: Literal["code-sms", "code-mail", "passkey", "identity-provider"]
    #: Whether recipients can be asked for it
    offered: bool
    #: What has to be set up, and by whom, in one sentence; null where it is offered
    missing: Optional[str]


class LevelOffersLevel(TypedDict):
    #: The level
    type: WorkflowType
    #: Whether workflows and templates can have it
    offered: bool
    #: What has to be set up, and by whom, in one sentence; null where it is offered
    missing: Optional[str]
    #: Whether the sandbox signs, which has no legal effect
    sandbox: bool
    #: Whether the role of the caller may ask for it in the workspace `workspaceId`; true where none is named
    permitted: bool


class LevelOffersRole(TypedDict):
    #: Id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100
    roleId: int
    #: A word for the role
    key: str
    #: The name of the role
    name: str
    #: The levels that it may ask for
    levels: List[WorkflowType]


class LinkHostState(TypedDict):
    #: Null: links name the instance
    linkHost: Optional[LinkHostStateLinkHost]


class LinkHostStateLinkHost(TypedDict):
    #: The host that links to documents name once it is proven
    host: str
    #: Where a TXT record shows that the organization holds it
    recordName: str
    #: What that record is to be
    recordValue: str
    #: Since when links name it, in seconds since 1970; null: they name the instance
    provenDate: FiledDate


class ListAttachmentsItem(TypedDict):
    #: Id of the field
    fieldId: int
    #: The label of the field
    label: str
    #: Id of the action of the signer
    actionId: int
    #: Id of the recipient
    recipientId: int
    #: The name of the file, as in the value of the field
    name: str
    #: What the file is, by its content
    format: Literal["pdf", "png", "jpeg"]
    #: Bytes
    size: int
    #: SHA-256 in lowercase hexadecimal, as in the value of the field
    sha256: str
    #: When the signer attached it, in seconds since 1970
    addDate: int
    #: The address of the file; it needs the credential of the caller
    file: str


class ListBulkRowsItem(TypedDict):
    #: As a spreadsheet counts: the headings are row 1
    row: int
    #: waiting: not checked yet; valid, invalid; sent; failed: refused when it was to be sent; canceled
    state: Literal["waiting", "valid", "invalid", "sent", "failed", "canceled"]
    #: What its column `id` says
    key: Optional[str]
    #: What its cells say; null once there is the workflow
    cells: Optional[List[str]]
    #: All of its problems
    problems: List[ListBulkRowsItemProblem]
    #: The first row with the same people; it is sent all the same
    samePeopleAs: Optional[int]
    #: The integer id of its workflow
    workflowId: Optional[int]
    #: The 40-character id of its workflow
    envelopeId: Optional[str]
    #: The status of its workflow now
    status: Optional[str]


class ListBulkRowsItemProblem(TypedDict):
    #: The heading of the column; null where the table lacks one
    column: Optional[str]
    #: What is wrong, and what would be right
    problem: str


class ListConnectionsAnswer(TypedDict):
    #: The oldest first
    connections: List[Connection]


class ListMyActionsItem(TypedDict):
    #: Id of the action
    id: int
    #: What the caller does: sign or review
    type: str
    #: `started`: it is the caller’s turn
    status: str
    #: The workflow in the shape of the envelope family
    envelope: Envelope
    #: The address of the page where the caller acts
    publicSignUri: str


class ListOrganizationEventsItem(TypedDict):
    #: Its id
    id: int
    #: Its number in the chain; null until then, for a minute at most
    sequence: Optional[int]
    #: What was done
    name: Literal["organization.renamed", "organization.moved", "organization.departed", "organization.level_rights_changed", "organization.identification_changed", "organization.picture_changed", "organization.picture_removed", "organization.reminders_changed", "organization.defaults_changed", "organization.link_host_changed", "organization.embed_origins_changed", "organization.contacts_changed", "organization.agents_changed", "organization.allowance_changed", "organization.quota_changed", "sign_in.succeeded", "sign_in.failed", "organization.brand_published", "organization.brand_withdrawn", "member.invited", "member.invited_again", "member.invitation_withdrawn", "member.joined", "member.administrator_made", "member.administrator_unmade", "member.removed", "member.handed_over", "account.address_changed", "account.address_refused", "account.password_changed", "account.erased", "account.exported", "factor.set_up", "factor.removed", "factor.recovery_codes_renewed", "factor.policy_changed", "factor.reset_requested", "factor.reset_withdrawn", "factor.reset", "connection.made", "connection.changed", "connection.removed", "connection.enforced", "connection.released", "connection.domain_proven", "connection.member_arrived", "connection.roles_changed", "role.made", "role.changed", "role.removed", "workspace.made", "workspace.changed", "workspace.closed", "workspace.people_changed", "workspace.reminders_changed", "workspace.defaults_changed", "workspace.list_exported", "workspace.files_exported", "workspace.export_downloaded", "workspace.destination_changed", "workspace.destination_removed", "workspace.public_link_made", "workspace.public_link_changed", "workspace.public_link_secret_renewed", "workspace.public_link_ended", "key.made", "key.removed", "app.made", "app.changed", "app.secret_renewed", "app.removed", "app.allowed", "app.ended", "webhook.made", "webhook.changed", "webhook.secret_renewed", "webhook.removed", "retention.changed", "retention.hold_placed", "retention.hold_lifted", "trust.provider_made", "trust.provider_changed", "trust.provider_removed", "trust.seal_certificate_set", "trust.seal_certificate_removed", "record.read", "record.exported", "record.collector_changed", "record.collector_removed", "connection.token_made", "connection.token_ended", "member.provisioned", "member.deactivated", "member.reactivated"]
    #: When, in seconds since 1970
    date: int
    #: Who did it, as they were called then
    by: Optional[str]
    #: By which account and credential, and from where
    actor: ListOrganizationEventsItemActor
    #: Of whom it speaks, as they are called now; null where of nobody
    about: Optional[str]
    #: To whom something went, as they are called now; null where to nobody
    to: Optional[str]
    #: Names, ids and counts
    detail: Dict[str, Union[str, float]]
    #: What differed before; null where it was not there
    before: Optional[Dict[str, Any]]
    #: What differs since; null where it is not there any more
    after: Optional[Dict[str, Any]]


class ListOrganizationEventsItemActor(TypedDict):
    #: `visitor`: nobody who is known, as in a failed sign-in; `instance`: a job, or who runs the instance
    kind: Literal["user", "visitor", "instance"]
    #: The id of the account; null without one
    id: Optional[int]
    #: Its address, as it was then
    email: Optional[str]
    #: From which address; null for jobs
    ip: Optional[str]
    #: Which browser or program; null where it did not say
    userAgent: Optional[str]
    #: Which kind of credential was shown
    through: Optional[Literal["session", "token", "key"]]
    #: The name of the API key or app, as it was then
    credential: Optional[str]


class ListSealCredentialsAnswer(TypedDict):
    #: At most twenty
    items: List[ListSealCredentialsAnswerItem]


class ListSealCredentialsAnswerItem(TypedDict):
    #: Its id at the provider
    credentialId: str
    #: Whom the certificate names
    subject: str
    #: Who issued it
    issuer: str
    #: Since when it is valid, in seconds since 1970; 0 where it could not be read
    startDate: int
    #: Until when it is valid, in seconds since 1970; 0 where it could not be read
    endDate: int
    #: Whether seals by it are qualified; else they are advanced
    qualified: bool
    #: Whether its key is released by a PIN
    pin: bool
    #: Why it cannot seal; null if it can
    problem: Optional[str]


class ListSealsFilters(TypedDict):
    #: Only those of this workspace
    workspaceId: NotRequired[int]
    #: Only those in this status
    status: NotRequired[Literal["pending", "completed", "failed"]]
    #: Only those created by the user with this address
    creatorEmail: NotRequired[str]


class ListSubmissionsItem(TypedDict):
    #: Id of the submission
    id: int
    #: Of the person, as they gave it; null once their workflow is erased
    name: Optional[str]
    #: Their proven address; null once their workflow is erased
    email: Optional[str]
    #: open: not answered yet; done; abandoned after seven days; ended: declined, canceled, expired or deleted
    state: Literal["open", "done", "abandoned", "ended"]
    #: What `?ref=` of the address said
    reference: Optional[str]
    #: When they proved their mailbox
    provenDate: int
    #: The integer id of their workflow; null once it is erased
    workflowId: Optional[int]
    #: The 40-character id of their workflow
    envelopeId: Optional[str]
    #: The status of their workflow now
    status: Optional[str]


class ListTimelineItem(TypedDict):
    #: Id of the event
    id: int
    #: What happened: `workflow.started` and so on
    event: str
    #: When it happened, in seconds since 1970
    date: int
    #: The user or recipient who did it; null for the service itself
    actor: Optional[ListTimelineItemActor]
    #: One more fact in plain words: a name, an address or a cause; null where there is none
    detail: Optional[str]
    #: Id of the recipient it is about; null where it is about none
    recipientId: Optional[int]
    #: What was sealed; null for other events
    seal: Optional[Seal]
    #: Whether a certificate was revoked whose key had signed nothing
    isUnused: bool
    #: Of a reminder that went out by itself; null for other events, and for one by hand
    automatic: Optional[ListTimelineItemAutomatic]
    #: When the workflow starts by itself since this event; null where the event changed nothing of it
    schedule: Optional[ListTimelineItemSchedule]
    #: What another address of a recipient means; null for other events
    replacement: Optional[Literal["address-corrected", "replaced", "passed-on"]]
    #: The other workflow, where one was corrected and sent again; else null
    related: Optional[ListTimelineItemRelated]


class ListTimelineItemActor(TypedDict):
    #: The name at that time
    name: Optional[str]
    #: The email address at that time
    email: Optional[str]
    #: The API key of another member that acted in the user’s name; else null
    byKey: Optional[ListTimelineItemActorByKey]
    #: The agent that acted for the user, by the name of its app or key; else null
    agent: Optional[str]
    #: What let the agent send without a person; null where a person did it
    allowance: Optional[ListTimelineItemActorAllowance]


class ListTimelineItemActorAllowance(TypedDict):
    #: The name of the organization that lets agents do it
    organization: str
    #: The name of the administrator who allowed it
    setBy: str


class ListTimelineItemActorByKey(TypedDict):
    #: The name of the key
    name: str
    #: The name of the member who created the key
    maker: str


class ListTimelineItemAutomatic(TypedDict):
    #: Which one it was
    count: int
    #: How many go out at most
    max: int


class ListTimelineItemRelated(TypedDict):
    #: Whether this workflow corrects the other one, or the other way round
    relation: Literal["corrects", "correctedBy"]
    #: Id of the workspace of the other workflow, as it was then
    workspaceId: int
    #: Its id
    workflowId: int
    #: Its 40-character id
    envelopeId: str


class ListTimelineItemSchedule(TypedDict):
    #: Null: by a call, and not by itself
    date: FiledDate


class ListTransfersItem(TypedDict):
    #: Id of the workflow
    workflowId: int
    #: Its name
    name: str
    #: `failed`: given up, until it is started again
    state: Literal["pending", "failed"]
    #: How many tries have failed since the last start
    attempts: int
    #: The HTTP status that the last try failed with; null where there was no answer, or no failure
    status: Optional[int]
    #: Why the last try failed, in a sentence; null without a failure
    cause: Optional[str]
    #: When the next try is due, in seconds since 1970; null when none is
    nextAttemptDate: FiledDate


class ListTrustProvidersAnswer(TypedDict):
    #: The address to register at a provider: people return there
    returnUrl: str
    #: Whether this instance has the built-in sandbox provider
    sandbox: bool
    #: The providers
    items: List[TrustProvider]


class ListedWorkflow(TypedDict):
    #: Id of the workflow, as the workflow family uses it
    id: int
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata
    #: When it was filed away; null: it is not
    filedDate: FiledDate
    #: When it was changed last: by an act of a recipient, a change of its status, or by who may edit it
    changeDate: int
    #: The actions that wait for their recipients now; none before the start and after the end
    pendingActions: List[ListedWorkflowPendingAction]


class ListedWorkflowPendingAction(TypedDict):
    #: Id of the action
    id: int
    #: Id of the recipient
    recipientId: int
    #: The recipient’s email address
    recipientEmail: str
    #: What the recipient does: sign or review
    type: ActionType
    #: `started`: it is the recipient’s turn
    status: ActionStatus
    #: Since when it is, in seconds since 1970
    startDate: FiledDate


class Mail(TypedDict):
    #: Id of the mail
    id: int
    #: What kind it is
    kind: str
    #: The address it is for
    to: str
    #: `kept`: no mail server is set, and the mail waits in the mailbox
    state: Literal["queued", "sent", "failed", "kept"]
    #: How often it was tried
    attempts: int
    #: Why the last attempt failed
    lastError: Optional[str]
    #: When it was sent, in seconds since 1970; null until then
    sentDate: FiledDate
    #: When it was created, in seconds since 1970
    createDate: int


class MakeProvisioningTokenAnswer(TypedDict):
    #: A random id
    id: str
    #: The last characters of the token
    hint: str
    #: When it was made
    createDate: int
    #: When it ends, because a newer one replaces it; null: it stays
    endDate: FiledDate
    #: When the provider last used it, to the minute; null: never
    lastUseDate: FiledDate
    #: The token; it is never shown again
    token: str


class Member(TypedDict):
    #: Id of the member
    id: int
    #: A random id of the member that cannot be guessed
    uniqueId: str
    #: The member’s email address
    email: str
    #: Null until the invited person has an account
    name: Optional[str]
    #: The picture of the account; null for people without one
    picture: Optional[Picture]
    #: Whether they run the organization
    administrator: bool
    #: `invited` until the person has accepted; `deactivated` while the provider of a connection gives them no access
    status: Literal["invited", "joined", "deactivated"]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The newest invitation; null for those who have joined, and long after its end
    invitation: Optional[MemberInvitation]
    #: Id of the connection whose provider gives and takes their access; null: of none, or of one that was removed
    provisionedBy: Optional[str]


class MemberInvitation(TypedDict):
    #: Who invited, as they are called now
    by: str
    #: When its link was mailed, in seconds since 1970
    createDate: int
    #: When its link ends, or ended
    expiryDate: int


class MemberProfile(TypedDict):
    #: Id of the user; null until the invited person has an account
    id: Optional[int]
    #: The member’s email address
    email: str
    #: Given name and family name; null until the person has an account
    name: Optional[str]
    #: Given name
    firstName: Optional[str]
    #: Family name
    lastName: Optional[str]
    #: ISO 3166-1, two capital letters
    country: Optional[str]
    #: The picture of the account; its addresses are null where there is none
    picture: Picture


class MessageTemplate(TypedDict):
    #: Id of the message template
    id: int
    #: Its name, once in the workspace
    name: str
    #: What the invitations quote
    text: str
    #: When it was changed last
    changeDate: int


class NewBlockField(TypedDict):
    #: What is filled in
    type: FieldType
    #: The name of the field as the signer reads it
    label: NotRequired[str]
    #: Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group
    required: NotRequired[bool]
    #: Whether the signer cannot change the value; for kinds that the sender can fill in
    readOnly: NotRequired[bool]
    #: The choices of a `radio` or `dropdown`, which need them; no other type can have them
    options: NotRequired[Optional[List[FieldChoice]]]
    #: For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted
    group: NotRequired[Optional[str]]
    #: For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group
    groupMin: NotRequired[Optional[int]]
    #: For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group
    groupMax: NotRequired[Optional[int]]
    #: For a `number`: the smallest value
    min: NotRequired[Optional[float]]
    #: For a `number`: the largest value
    max: NotRequired[Optional[float]]
    #: For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions
    pattern: NotRequired[Optional[str]]
    #: For fields that are written: the most characters of the value
    maxLength: NotRequired[Optional[int]]
    #: For fields that are written, `number` and `dropdown`: what the empty field shows
    placeholder: NotRequired[Optional[str]]
    #: Points from the left edge of the block
    posX: float
    #: Points from the upper edge of the block
    posY: float
    #: How it looks
    style: NewFieldStyle


class NewField(TypedDict):
    #: Id of a field that is there; for a new one absent, or any other number, by which `showIf` names it
    id: NotRequired[int]
    #: What is filled in
    type: FieldType
    #: The name of the field as the signer reads it
    label: NotRequired[str]
    #: Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group
    required: NotRequired[bool]
    #: Whether the signer cannot change the value; for kinds that the sender can fill in
    readOnly: NotRequired[bool]
    #: Id of the document
    documentId: int
    #: Page of the document, from 1
    page: int
    #: Percent of the displayed page, from its left edge
    posX: float
    #: Percent of the displayed page, from its top edge
    posY: float
    #: Id of the role that fills it in
    role: int
    #: What the field says from the start: `1` for a ticked `checkbox`, the value of an option for a `radio` or `dropdown`, a text of the sender for a `stamp`; null or absent for nothing, and for what only signers give
    value: NotRequired[Optional[str]]
    #: The form field of the uploaded PDF whose place it takes, by its full name: it is not shown any more. A `signature` signs in it, at its place. Absent: that of the field with this `id`; null: none
    formField: NotRequired[Optional[str]]
    #: The name by which programs give and read the value, once in the workflow or template; not for `signature` and `initials`
    key: NotRequired[Optional[str]]
    #: The choices of a `radio` or `dropdown`, which need them; no other type can have them
    options: NotRequired[Optional[List[FieldChoice]]]
    #: For `radio` and `dropdown`: the box grows where it is too small for the words of its options, to the font size of the field (`full`) or only where they would not be legible (`legible`); absent: such a box is refused
    grow: NotRequired[Literal["full", "legible"]]
    #: For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted
    group: NotRequired[Optional[str]]
    #: For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group
    groupMin: NotRequired[Optional[int]]
    #: For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group
    groupMax: NotRequired[Optional[int]]
    #: For a `number`: the smallest value
    min: NotRequired[Optional[float]]
    #: For a `number`: the largest value
    max: NotRequired[Optional[float]]
    #: For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions
    pattern: NotRequired[Optional[str]]
    #: For fields that are written: the most characters of the value
    maxLength: NotRequired[Optional[int]]
    #: For fields that are written, `number` and `dropdown`: what the empty field shows
    placeholder: NotRequired[Optional[str]]
    #: Shows the field only then; not for a `signature`. Hidden, it is neither required nor in the signed document
    showIf: NotRequired[Optional[NewShowCondition]]
    #: For a `number`, `date` or `text`, which the signer then cannot change: + − × ÷ ( ), `sum`, `min`, `max`, `round(value, places)` and `days(from, to)`, over keys of fields of the same signer or of earlier steps
    formula: NotRequired[Optional[str]]
    #: How it looks
    style: NewFieldStyle


class NewFieldStyle(TypedDict):
    #: Percent of the width of the displayed page
    width: float
    #: Percent of the height of the displayed page
    height: float
    #: Colour of the text, as #RRGGBB
    color: NotRequired[str]
    #: The name of a font; `normal`, null and absent mean the default one
    fontStyle: NotRequired[Optional[str]]
    #: In points
    fontSize: NotRequired[float]
    #: Whether the text is bold
    bold: NotRequired[bool]
    #: Whether the text is slanted
    italic: NotRequired[bool]
    #: Whether the text is underlined
    underline: NotRequired[bool]


class NewFollower(TypedDict):
    #: The follower’s name
    name: str
    #: The follower’s email address; once among the followers
    email: str
    #: Of the mails to the follower and of their page; null for the browser’s, and English in mails
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which copies they get: of the request (`start`), of how it ended (`end`), or `both`
    when: Literal["start", "end", "both"]
    #: The id of a recipient, or the address where there are no ids yet: copied whenever they are invited, reminded or pass on, instead of at the start. Null: the start
    of: NotRequired[Optional[Union[int, str]]]


class NewPreference(TypedDict):
    #: The name of the preference
    name: Literal["WorkflowMailAttachDocumentPreference", "WorkflowNotificationCallbackUrlPreference", "WorkflowNotificationCallbackUrlSecretPreference", "WorkflowNotificationCallbackUrlSslVerificationPreference", "WorkflowNotificationValuesPreference", "WorkflowInPersonPreference", "WorkflowRecipientEmbedded", "WorkflowRecipientReassignPreference", "WorkflowReminderPreference"]
    #: Its value
    value: str


class NewRecipient(TypedDict):
    #: The recipient’s name
    name: str
    #: The recipient’s email address; unique in the step
    email: str
    #: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
    phone: NotRequired[Optional[str]]
    #: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
    identification: NotRequired[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]]
    #: One of several of the step, of whom some are enough; absent for who must act
    choice: NotRequired[RequestedChoice]
    #: The address of the signer of the same step whose witness the recipient is; absent for who is no witness
    witnessOf: NotRequired[str]
    #: asked: the signer names a witness of their own on the signing page, before they finish; absent for none
    witness: NotRequired[Literal["asked"]]


class NewRole(TypedDict):
    #: Id of a role of the recipient; absent for a new one
    id: NotRequired[int]
    #: What the role does: sign or review
    type: ActionType
    #: The colour of the recipient’s fields in the designer, as #RRGGBB
    color: NotRequired[str]


class NewRoleHolder(TypedDict):
    #: Id of a recipient of the draft; absent for a new one
    id: NotRequired[int]
    #: The recipient’s name
    name: str
    #: The recipient’s email address; unique in the workflow
    email: str
    #: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
    phone: NotRequired[Optional[str]]
    #: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
    identification: NotRequired[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]]
    #: The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`
    anchorTag: NotRequired[Optional[str]]
    #: One for each step that the recipient acts in
    roles: List[NewRole]


class NewShowCondition(TypedDict):
    #: The `id` of another field of this request, of the same role; no `date`, `stamp` or `formula`. Absent with `all` and `any`
    fieldId: NotRequired[int]
    #: The value that the other field must have
    equals: NotRequired[str]
    #: The values of which the other field must have one
    oneOf: NotRequired[List[str]]
    #: True: the other field must have a value; false: it must have none
    isFilled: NotRequired[bool]
    #: Instead of one comparison: several that must all hold
    all: NotRequired[List[NewShowConditionAll]]
    #: Instead of one comparison: several of which one must hold
    any: NotRequired[List[NewShowConditionAny]]


class NewShowConditionAll(TypedDict):
    #: The `id` of another field of this request, of the same role; no `date`, no `stamp`
    fieldId: int
    #: The value that the other field must have
    equals: NotRequired[str]
    #: The values of which the other field must have one
    oneOf: NotRequired[List[str]]
    #: True: the other field must have a value; false: it must have none
    isFilled: NotRequired[bool]


class NewShowConditionAny(TypedDict):
    #: The `id` of another field of this request, of the same role; no `date`, no `stamp`
    fieldId: int
    #: The value that the other field must have
    equals: NotRequired[str]
    #: The values of which the other field must have one
    oneOf: NotRequired[List[str]]
    #: True: the other field must have a value; false: it must have none
    isFilled: NotRequired[bool]


class NewStep(TypedDict):
    #: What its recipients do: sign or review
    type: ActionType
    #: The recipients of a step act in parallel
    recipients: List[NewRecipient]


class NewStepOfRoles(TypedDict):
    #: What its recipients do: sign or review; or set `sign` or `review`
    type: NotRequired[ActionType]
    #: true for a step of signers
    sign: NotRequired[bool]
    #: true for a step of reviewers
    review: NotRequired[bool]
    #: Ids of the roles that act in the step
    roles: List[int]
    #: Groups of the roles of the step, of which some are enough
    choices: NotRequired[List[NewStepOfRolesChoice]]
    #: Which roles of the step are witnesses of which signers: a witness signs after their signer
    witnesses: NotRequired[List[NewStepOfRolesWitness]]


class NewStepOfRolesChoice(TypedDict):
    #: The name of the group, in its step: those with the same name may stand in for one another
    group: str
    #: How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are
    required: NotRequired[int]
    #: Ids of the roles of the step that are in the group
    roles: List[int]


class NewStepOfRolesWitness(TypedDict):
    #: Id of the role of the witness, in the step
    role: int
    #: Id of the role of the signer whose witness it is, in the step
    of: int


class NewTemplateFollower(TypedDict):
    #: The follower’s name
    name: str
    #: The follower’s email address; null or absent: asked when the template is used
    email: NotRequired[Optional[str]]
    #: Of the mails to the follower and of their page; null for the browser’s, and English in mails
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which copies they get: of the request (`start`), of how it ended (`end`), or `both`
    when: Literal["start", "end", "both"]
    #: The id of a placeholder, whose requests are copied instead of the start; null: the start
    of: NotRequired[Optional[int]]


class NotifiedEnvelope(TypedDict):
    #: The 40-character id of the workflow
    id: str
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[NotifiedEnvelopeStep]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata
    #: When it was signed, declined, canceled or expired, in seconds since 1970; null until then
    endDate: FiledDate
    #: The groups of people of whom some are enough; empty where everyone must act
    choices: NotRequired[List[ChoiceState]]
    #: The witnesses of signers; empty where there are none
    witnesses: NotRequired[List[WitnessState]]
    #: What happened, covered by the signature
    event: NotifiedEnvelopeEvent


class NotifiedEnvelopeEvent(TypedDict):
    #: What happened, as in `Paraph-Event`
    name: str
    #: The action that it is about, where it is about one
    actionId: NotRequired[int]
    #: Of `action.reminded`: whether the reminder went out by itself
    automatic: NotRequired[bool]
    #: When it happened, in seconds since 1970
    time: int


class NotifiedEnvelopeStep(TypedDict):
    #: Id of the step
    id: int
    #: Place of the step, from 1
    order: int
    #: What its recipients do: sign or review
    type: ActionType
    #: The status of the step: `started` once its recipients may act
    status: ActionStatus
    #: The deadline of the step, in seconds since 1970; null until it starts
    expiryDate: FiledDate
    #: What each recipient of the step has to do
    actions: List[NotifiedEnvelopeStepAction]


class NotifiedEnvelopeStepAction(TypedDict):
    #: Id of the action
    id: int
    #: Place of the step, from 1
    stepNumber: int
    #: Id of the role that acts
    role: int
    #: What the recipient does: sign or review
    type: ActionType
    #: The status of the action: `started` once the recipient may act
    status: ActionStatus
    #: Id of the recipient
    recipientId: int
    #: The recipient’s email address
    recipientEmail: str
    #: What the recipient wrote when declining or reviewing; else null
    comment: Optional[str]
    #: The remote transaction of a qualified signature; else null
    transaction: Optional[NotifiedEnvelopeStepActionTransaction]
    #: When the recipient acted, in seconds since 1970; null until then
    endDate: FiledDate


class NotifiedEnvelopeStepActionTransaction(TypedDict):
    #: The trust service provider that signed
    provider: str
    #: The id of its response; null where it gave none
    responseId: Optional[str]
    #: What has to be said with the signature: “Sandbox, no legal effect”; null for other providers
    notice: Optional[str]


class NotifiedSeal(TypedDict):
    #: Id of the seal
    id: str
    #: Id of its workspace
    workspaceId: int
    #: What it is called in lists
    name: str
    #: The name of the file that was sent
    fileName: str
    #: `pending`: it is made as soon as what it waits for answers; `failed`: it needs a retry
    status: Literal["pending", "completed", "failed"]
    #: What it waits for, or why it failed; null where nothing is in the way
    cause: Optional[str]
    #: When it was asked for, in seconds since 1970
    createDate: int
    #: When the file was sealed, in seconds since 1970; null until then
    endDate: FiledDate
    #: Name of the user who asked for it; the file names the organization alone
    createdBy: str
    #: The file as it was sent; with what was appended, where its pages were made one
    original: FileDigest
    #: The sealed file, which begins with the original; null until then
    sealed: Optional[FileDigest]
    #: The address of the sealed file; it needs a credential. Null until then
    content: Optional[str]
    #: The address of the certificate of sealing; it needs a credential. Null until then
    certificate: Optional[str]
    #: Your own pairs; `[]` when empty
    metadata: Metadata
    #: What happened, covered by the signature
    event: NotifiedSealEvent


class NotifiedSealEvent(TypedDict):
    #: What happened, as in `Paraph-Event`
    name: str
    #: When it happened, in seconds since 1970
    time: int


class OpenEnvelopeSessionAnswer(TypedDict):
    #: The secret in `designerUrl`
    session: str
    #: Opens the designer; add `callback` and `auto_start=1` as query
    designerUrl: str
    #: Shows the workflow in any status
    envelopeView: str


class OpenWorkflowSessionAnswer(TypedDict):
    #: The secret in `designerUrl`
    session: str
    #: Opens the designer; add `callback` and `auto_start=1` as query
    designerUrl: str
    #: Shows the workflow in any status
    envelopeView: str


class OrganizationRef(TypedDict):
    #: Id of the organization
    id: int
    #: The name of the organization
    name: str


class OrganizationSeal(TypedDict):
    #: Id of the seal
    id: str
    #: Id of its workspace
    workspaceId: int
    #: What it is called in lists
    name: str
    #: The name of the file that was sent
    fileName: str
    #: `pending`: it is made as soon as what it waits for answers; `failed`: it needs a retry
    status: Literal["pending", "completed", "failed"]
    #: What it waits for, or why it failed; null where nothing is in the way
    cause: Optional[str]
    #: When it was asked for, in seconds since 1970
    createDate: int
    #: When the file was sealed, in seconds since 1970; null until then
    endDate: FiledDate
    #: Name of the user who asked for it; the file names the organization alone
    createdBy: str
    #: The file as it was sent; with what was appended, where its pages were made one
    original: FileDigest
    #: The sealed file, which begins with the original; null until then
    sealed: Optional[FileDigest]
    #: The address of the sealed file; it needs a credential. Null until then
    content: Optional[str]
    #: The address of the certificate of sealing; it needs a credential. Null until then
    certificate: Optional[str]
    #: Your own pairs; `[]` when empty
    metadata: Metadata


class Picture(TypedDict):
    #: Absolute address of the picture; null for the generated one
    file: Optional[str]
    #: Absolute address of a small picture
    thumb: Optional[str]
    #: `png` or `jpeg`
    format: str
    #: Bytes
    size: int


class PreferenceChange(TypedDict):
    #: The name of the preference
    name: str
    #: Its value; an empty one takes the preference back
    value: Optional[Union[str, int, bool]]


class PreferenceOutcome(TypedDict):
    #: The name of the preference
    name: str
    #: Its value
    value: str


class PreviewHandOverAnswer(TypedDict):
    #: Drafts
    drafts: int
    #: Workflows that have started and not ended
    running: int
    #: Templates
    templates: int
    #: Apps that they registered, where they belong to no other organization
    apps: int
    #: The workspaces concerned, by name
    workspaces: List[str]


class Profile(TypedDict):
    #: Id of the user
    id: int
    #: The user’s email address
    email: str
    #: Given name and family name
    name: str
    #: Given name
    firstName: Optional[str]
    #: Family name
    lastName: Optional[str]
    #: ISO 3166-1, two capital letters
    country: Optional[str]
    #: The picture of the account; its addresses are null where there is none
    picture: Picture


class ProviderFindings(TypedDict):
    #: Whether nothing that signing needs is missing
    usable: bool
    #: What the provider said about itself, or why it could not be asked
    findings: List[ProviderFindingsFinding]


class ProviderFindingsFinding(TypedDict):
    #: Whether it is as signing needs it
    ok: bool
    #: What was found, in a sentence
    text: str


class PublicLink(TypedDict):
    #: Id of the public link
    id: int
    #: Id of the workspace of its template
    workspaceId: int
    #: Id of its template
    templateId: int
    #: What it is called
    name: str
    #: The placeholder that who comes takes the place of
    placeholderId: int
    #: Who takes other places each time
    people: List[PublicLinkPeople]
    #: From when people may come
    opensDate: FiledDate
    #: Until when
    closesDate: FiledDate
    #: How many workflows there may be; null: no limit
    maximum: Optional[int]
    #: Whether each address may answer once only
    oncePerPerson: bool
    #: Of the page; null: that of the browser
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which keys the address may fill in unsigned
    prefillKeys: List[str]
    #: open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended
    state: Literal["open", "early", "closed", "full", "off", "ended"]
    #: Why it is off, for its owner; null where it is not
    offReason: Optional[str]
    #: The address of its page, at the host of the organization’s links
    url: str
    #: The address as a QR code: the text of an SVG picture
    qr: str
    #: Of what was begun by it; a mailbox that was not proven does not count
    counts: PublicLinkCounts
    #: In whose name its workflows are made
    creatorName: str
    #: When it was made
    createDate: int
    #: When it was ended; null before
    endDate: FiledDate


class PublicLinkCounts(TypedDict):
    #: How many people have proven their mailbox and not answered yet; each holds a place
    open: int
    #: How many have answered
    done: int
    #: How many had not within seven days; they hold no place
    abandoned: int


class PublicLinkPeople(TypedDict):
    #: Id of a placeholder
    placeholderId: int
    #: The name of who takes it
    name: str
    #: Their email address
    email: str
    #: Of the mails to them
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]


class QuickEnvelope(TypedDict):
    #: The 40-character id of the workflow
    id: str
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata


class QuickField(TypedDict):
    #: Any number, by which `showIf` of another field names this one
    id: NotRequired[int]
    #: What is filled in
    type: FieldType
    #: The name of the field as the signer reads it
    label: NotRequired[str]
    #: Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group
    required: NotRequired[bool]
    #: Whether the signer cannot change the value; for kinds that the sender can fill in
    readOnly: NotRequired[bool]
    #: Page of the document, from 1
    page: int
    #: Percent of the displayed page, from its left edge
    posX: float
    #: Percent of the displayed page, from its top edge
    posY: float
    #: What the field says from the start: `1` for a ticked `checkbox`, the value of an option for a `radio` or `dropdown`, a text of the sender for a `stamp`; null or absent for nothing, and for what only signers give
    value: NotRequired[Optional[str]]
    #: The form field of the uploaded PDF whose place it takes, by its full name: it is not shown any more. A `signature` signs in it, at its place. Absent: that of the field with this `id`; null: none
    formField: NotRequired[Optional[str]]
    #: The name by which programs give and read the value, once in the workflow or template; not for `signature` and `initials`
    key: NotRequired[Optional[str]]
    #: The choices of a `radio` or `dropdown`, which need them; no other type can have them
    options: NotRequired[Optional[List[FieldChoice]]]
    #: For `radio` and `dropdown`: the box grows where it is too small for the words of its options, to the font size of the field (`full`) or only where they would not be legible (`legible`); absent: such a box is refused
    grow: NotRequired[Literal["full", "legible"]]
    #: For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted
    group: NotRequired[Optional[str]]
    #: For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group
    groupMin: NotRequired[Optional[int]]
    #: For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group
    groupMax: NotRequired[Optional[int]]
    #: For a `number`: the smallest value
    min: NotRequired[Optional[float]]
    #: For a `number`: the largest value
    max: NotRequired[Optional[float]]
    #: For a `text`: a regular expression that the whole value must match, with characters, classes, groups, alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions
    pattern: NotRequired[Optional[str]]
    #: For fields that are written: the most characters of the value
    maxLength: NotRequired[Optional[int]]
    #: For fields that are written, `number` and `dropdown`: what the empty field shows
    placeholder: NotRequired[Optional[str]]
    #: Shows the field only then; not for a `signature`. Hidden, it is neither required nor in the signed document
    showIf: NotRequired[Optional[NewShowCondition]]
    #: For a `number`, `date` or `text`, which the signer then cannot change: + − × ÷ ( ), `sum`, `min`, `max`, `round(value, places)` and `days(from, to)`, over keys of fields of the same signer or of earlier steps
    formula: NotRequired[Optional[str]]
    #: How it looks
    style: NewFieldStyle
    #: Position among the parts `document`, from 0; 0 by default
    documentPosition: NotRequired[int]
    #: The address of the recipient who fills it in, as in `steps`
    recipientEmail: str
    #: The step in which that recipient signs, from 1; the first one by default
    step: NotRequired[int]


class ReadAgentAllowanceAnswer(TypedDict):
    #: The templates whose workflows agents may send by themselves
    templates: List[ReadAgentAllowanceAnswerTemplate]
    #: The domains in which the addresses of all its people have to be
    domains: List[str]
    #: How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none
    dailyCap: int
    #: How many agents have sent by themselves today
    sentToday: int
    #: The name of the administrator who set it last; null where nobody has
    setBy: Optional[str]
    #: When it was set last, in seconds since 1970; null before
    changeDate: FiledDate


class ReadAgentAllowanceAnswerTemplate(TypedDict):
    #: Id of the template
    id: int
    #: The name of the template
    name: str
    #: Id of its workspace
    workspaceId: int
    #: Whether it is as it was when it was listed; one that has changed since is not covered
    isCurrent: bool


class ReadAgentSettingsAnswer(TypedDict):
    #: `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel
    mode: Literal["off", "drafts", "confirmation"]


class ReadContactSettingsAnswer(TypedDict):
    #: True by default
    learning: bool


class ReadEmbedOriginsAnswer(TypedDict):
    #: Scheme, host and port of each, as browsers write them; an app has its own
    embedOrigins: List[str]


class ReadOauthMetadataAnswer(TypedDict):
    #: The issuer identifier, as `iss` of the redirect repeats it
    issuer: str
    #: The page that asks the user for permission
    authorization_endpoint: str
    #: Where tokens are issued
    token_endpoint: str
    #: Where tokens are revoked (RFC 7009)
    revocation_endpoint: str
    #: All scopes that exist
    scopes_supported: List[str]
    #: `code`
    response_types_supported: List[str]
    #: `query`
    response_modes_supported: List[str]
    #: The grant types that the token endpoint accepts
    grant_types_supported: List[str]
    #: How a client authenticates there
    token_endpoint_auth_methods_supported: List[str]
    #: How a client authenticates there
    revocation_endpoint_auth_methods_supported: List[str]
    #: `S256`
    code_challenge_methods_supported: List[str]
    #: Whether redirects carry `iss` (RFC 9207)
    authorization_response_iss_parameter_supported: bool
    #: Whether a client id may be the https address of a document that describes an agent
    client_id_metadata_document_supported: bool
    #: Where agents register themselves (RFC 7591); absent where the operator has not opened it
    registration_endpoint: NotRequired[str]


class ReadProvisioningAnswer(TypedDict):
    #: The address to enter at the provider (SCIM 2.0)
    baseUrl: str
    #: The newest first, without those that have ended
    tokens: List[ReadProvisioningAnswerToken]
    #: People whom the provider gives access
    users: int
    #: Groups that the provider has sent
    groups: int
    #: When the provider last called; null: never
    lastContactDate: FiledDate
    #: The newest request that was refused; null: none
    lastError: Optional[ReadProvisioningAnswerLastError]


class ReadProvisioningAnswerLastError(TypedDict):
    #: When it was refused
    date: int
    #: Why, as the provider was answered
    message: str


class ReadProvisioningAnswerToken(TypedDict):
    #: A random id
    id: str
    #: The last characters of the token
    hint: str
    #: When it was made
    createDate: int
    #: When it ends, because a newer one replaces it; null: it stays
    endDate: FiledDate
    #: When the provider last used it, to the minute; null: never
    lastUseDate: FiledDate


ReadUsageAnswer = TypedDict(
    "ReadUsageAnswer",
    {
        "from": "str",
        "to": "str",
        "countedDate": "FiledDate",
        "quotas": "List[ReadUsageAnswerQuota]",
        "items": "List[ReadUsageAnswerItem]",
    },
)


class ReadUsageAnswerItem(TypedDict):
    #: The month, of UTC, as `2026-11`
    month: str
    #: The id of the workspace; workflows that were moved count where they were when they were counted
    workspaceId: int
    #: What the workspace is called now; null after it was closed
    workspaceName: Optional[str]
    #: Workflows that were started
    started: int
    #: Workflows that were signed by all and sealed
    completed: int
    #: Signatures that people gave
    signatures: int
    #: Files that were sealed, seals of the organization among them
    sealedFiles: int
    #: Bytes of documents that came to be stored: as they were sent, and as they were sealed
    storedBytes: int
    #: Mails about documents that the mail server took
    mails: int


class ReadUsageAnswerQuota(TypedDict):
    #: What is limited: envelopes started in a month, people mailed by new ones in a day, calls of API keys in a minute, examinations of files at once, or the bytes that documents take
    name: Literal["envelopes", "mails", "calls", "examinations", "storedBytes"]
    #: How much the organization may use
    value: int
    #: How much it has used in the running month or day; of `storedBytes` as measured last; null where it is not shown
    used: Optional[int]
    #: When the month or day ends, and all of it is free again; null for what does not count by the calendar
    freeDate: FiledDate


class ReadValue(TypedDict):
    #: As in `fields`: `1` for a ticked `checkbox`, the value of the chosen option; null for nothing, and where hidden
    value: Optional[str]
    #: The address of who gave it: of the signer once they have finished, of the sender where no signer may change it; null until then
    by: Optional[str]
    #: When it became final, in seconds since 1970; null until then
    atDate: FiledDate


class ReadWorkflowRemindersAnswer(TypedDict):
    #: What counts for this workflow: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`
    reminders: str
    #: Those whose turn it is
    recipients: List[ReadWorkflowRemindersAnswerRecipient]


class ReadWorkflowRemindersAnswerRecipient(TypedDict):
    #: Id of the recipient
    recipientId: int
    #: How many reminders went out by themselves
    sent: int
    #: How many go out at most
    max: int
    #: When the last one went out, by hand or by itself, in seconds since 1970
    lastDate: FiledDate
    #: When the next one goes out by itself, in seconds since 1970; null: none will
    nextDate: FiledDate
    #: Whose day it waits for, as their browser told; null: unknown, so UTC
    timeZone: Optional[str]
    #: What the mail server said of the last mail that asked them, if it was given up: they get no more reminders until their address is corrected or a mail arrives
    mailProblem: Optional[str]


class Recipient(TypedDict):
    #: Id of the recipient
    id: int
    #: The recipient’s name
    name: str
    #: The recipient’s email address
    email: str
    #: Where codes are sent, in E.164; null for none
    phone: Optional[str]
    #: Of the mails to the recipient and of their page; null for the browser’s, and English in mails
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which proof the level `advanced` asks for; null until the start writes here what this recipient is asked for
    identification: Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]
    #: The picture of the account; null for people without one
    picture: Optional[Picture]
    #: One for each step that the recipient acts in
    roles: List[RecipientRole]


class RecipientRole(TypedDict):
    #: Id of the role
    id: int
    #: What the role does: sign or review
    type: ActionType
    #: The colour of the recipient’s fields in the designer, as #RRGGBB
    color: str


class RefreshAccessAnswer(TypedDict):
    #: Send it as `Authorization: Bearer …`
    access_token: str
    #: Always `Bearer`
    token_type: Literal["Bearer"]
    #: Seconds until the access token expires
    expires_in: int


class RemindRecipientsAnswer(TypedDict):
    #: Whether the links that were sent still work
    link: Literal["kept"]
    #: One for each recipient who was to be reminded
    reminders: List[RemindRecipientsAnswerReminder]


class RemindRecipientsAnswerReminder(TypedDict):
    #: Id of the recipient
    recipientId: int
    #: The recipient’s email address
    email: str
    #: Whether a reminder was sent
    reminded: bool
    #: From when on the next reminder can be sent, in seconds since 1970
    nextReminderDate: int


class ReminderDefault(TypedDict):
    #: What is set here: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null: as the next wider one says
    reminders: Optional[str]
    #: What counts for workflows that say nothing of reminders
    effective: str
    #: Who set what counts; null where nobody did, so that the app may propose what it likes
    source: Optional[Literal["template", "workspace", "organization"]]


class RenewPublicLinkSecretAnswer(TypedDict):
    #: Id of the public link
    id: int
    #: Id of the workspace of its template
    workspaceId: int
    #: Id of its template
    templateId: int
    #: What it is called
    name: str
    #: The placeholder that who comes takes the place of
    placeholderId: int
    #: Who takes other places each time
    people: List[RenewPublicLinkSecretAnswerPeople]
    #: From when people may come
    opensDate: FiledDate
    #: Until when
    closesDate: FiledDate
    #: How many workflows there may be; null: no limit
    maximum: Optional[int]
    #: Whether each address may answer once only
    oncePerPerson: bool
    #: Of the page; null: that of the browser
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which keys the address may fill in unsigned
    prefillKeys: List[str]
    #: open; early or closed, by its dates; full; off: it cannot be used now, `offReason` says why; ended
    state: Literal["open", "early", "closed", "full", "off", "ended"]
    #: Why it is off, for its owner; null where it is not
    offReason: Optional[str]
    #: The address of its page, at the host of the organization’s links
    url: str
    #: The address as a QR code: the text of an SVG picture
    qr: str
    #: Of what was begun by it; a mailbox that was not proven does not count
    counts: RenewPublicLinkSecretAnswerCounts
    #: In whose name its workflows are made
    creatorName: str
    #: When it was made
    createDate: int
    #: When it was ended; null before
    endDate: FiledDate
    #: Signs what `?prefill[key]=` says, by HMAC-SHA256; in this answer alone, and not stored anywhere
    secret: str


class RenewPublicLinkSecretAnswerCounts(TypedDict):
    #: How many people have proven their mailbox and not answered yet; each holds a place
    open: int
    #: How many have answered
    done: int
    #: How many had not within seven days; they hold no place
    abandoned: int


class RenewPublicLinkSecretAnswerPeople(TypedDict):
    #: Id of a placeholder
    placeholderId: int
    #: The name of who takes it
    name: str
    #: Their email address
    email: str
    #: Of the mails to them
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]


class RequestedChoice(TypedDict):
    #: The name of the group, in its step: those with the same name may stand in for one another
    group: str
    #: How many of the group are enough; 1 by default, the same for all of a group, and fewer than they are
    required: NotRequired[int]


class RetentionChange(TypedDict):
    #: Id of the change
    id: int
    #: The workspace whose policy it is; null where it is another one
    workspaceId: Optional[int]
    #: The template whose policy it is; null where it is another one
    templateId: Optional[int]
    #: Name of the template; null where there is none, or it is deleted
    templateName: Optional[str]
    #: The workflow whose policy it is; with none of the three, it is the organization’s
    workflowId: Optional[int]
    #: Name of the workflow; null where there is none, or it is erased
    workflowName: Optional[str]
    #: Who changed it
    changedBy: RetentionChangeChangedBy
    #: When it was changed, in seconds since 1970
    changedDate: int
    #: What was set before
    before: RetentionPolicy
    #: What has been set since
    after: RetentionPolicy


class RetentionChangeChangedBy(TypedDict):
    #: Id of the user
    id: int
    #: Their present name
    name: str
    #: Name of the API key of another member, if one was used
    byKey: Optional[str]


class RetentionEffect(TypedDict):
    #: How many workflows the next run would erase
    workflows: int
    #: How many more a legal hold keeps
    held: int
    #: When the oldest of them ended, or was last changed as a draft, in seconds since 1970; null where there is none
    oldestDate: FiledDate
    #: When the named workflow would be erased, in seconds since 1970; null: never, or none was named
    dueDate: FiledDate
    #: Whether all were examined; false where there are more than 100000 workflows, of which the oldest were
    isComplete: bool


class RetentionItem(TypedDict):
    #: Id of the workflow
    workflowId: int
    #: Its 40-character id
    envelopeId: str
    #: Its name; null once it is erased
    name: Optional[str]
    #: Id of its workspace
    workspaceId: int
    #: Which period ended
    rule: Literal["signed", "drafts", "stopped"]
    #: When it ended, in seconds since 1970
    dueDate: int
    #: `due`: erased, or in a dry run what would be; `held`: kept by a legal hold; `failed`: tried again by the next run
    outcome: Literal["due", "held", "failed"]
    #: The hold that kept it
    holdId: Optional[int]


class RetentionPolicies(TypedDict):
    #: The policy of the organization; null in it is for ever
    organization: RetentionPolicy
    #: Every workspace of the organization
    workspaces: List[RetentionPoliciesWorkspace]
    #: The templates that set a period for the workflows that are made of them
    templates: List[RetentionPoliciesTemplate]
    #: Days that mails, deliveries and snapshots of ended workflows are kept: the same for the whole instance
    technicalRowsDays: int


class RetentionPoliciesTemplate(TypedDict):
    #: Id of the template
    templateId: int
    #: Its name; null once it is deleted, while its policy still counts
    name: Optional[str]
    #: Id of its workspace; null once it is deleted
    workspaceId: Optional[int]
    #: What the template sets itself
    policy: RetentionPolicy


class RetentionPoliciesWorkspace(TypedDict):
    #: Id of the workspace
    workspaceId: int
    #: Name of the workspace
    name: str
    #: What the workspace sets itself
    policy: RetentionPolicy


class RetentionPolicy(TypedDict):
    #: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
    signedYears: Optional[int]
    #: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
    draftDays: Optional[int]
    #: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
    stoppedMonths: Optional[int]


class RetentionRun(TypedDict):
    #: Id of the run
    id: int
    #: `dry`: nothing was erased
    kind: Literal["nightly", "dry"]
    #: When it began, in seconds since 1970; it decides what is due
    startDate: int
    #: When it ended, in seconds since 1970; null while it runs
    endDate: FiledDate
    #: How many workflows it has examined
    examined: int
    #: How many there were when it began
    total: int
    #: How many it erased, or would have erased
    due: int
    #: How many were due and kept by a legal hold
    held: int
    #: How many could not be erased; the next run tries again
    failed: int
    #: The workspaces in which something was due
    workspaces: List[RetentionRunWorkspace]


class RetentionRunWorkspace(TypedDict):
    #: Id of the workspace
    workspaceId: int
    #: How many it erased there, or would have erased
    due: int
    #: How many were due there and kept by a legal hold
    held: int
    #: How many could not be erased there
    failed: int


class Role(TypedDict):
    #: Id of the role; custom roles from 100
    id: int
    #: A word for the role, made from its name
    key: str
    #: The name of the role
    name: str
    #: Whether every organization has it
    system: bool
    #: What the role, or the caller, may do
    permissions: List[Permission]


class RotateWebhookSecretAnswer(TypedDict):
    #: Id of the webhook
    id: int
    #: The address that is notified
    url: str
    #: Empty: all
    events: List[NotifiedEvent]
    #: Whether notifications are sent
    enabled: bool
    #: Whether the certificate must verify
    sslVerification: bool
    #: When it was created, in seconds since 1970
    createDate: int
    #: Until when the previous secret signs too, in seconds since 1970; null when there is one secret
    previousSecretEndDate: FiledDate
    #: whsec_ and 32 bytes in base64; shown once
    secret: str


class SaveCollectorAnswer(TypedDict):
    #: As it is now
    collector: Optional[SaveCollectorAnswerCollector]
    #: The secret of the signatures: `whsec_` and 32 bytes in base64, where it is new. It is never shown again
    secret: Optional[str]


class SaveCollectorAnswerCollector(TypedDict):
    #: The address that is sent the record
    url: str
    #: `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON)
    format: Literal["json", "otlp"]
    #: Whether a header `Authorization` is sent, which is never shown
    authorization: bool
    #: The number of the last event that it has taken; 0: none
    position: int
    #: How many events wait to be sent
    behind: int
    #: How many tries have failed since it took one
    attempts: int
    #: The HTTP status that the last try failed with; null where there was no answer, or no failure
    status: Optional[int]
    #: Why the last try failed, in a sentence; null without a failure
    cause: Optional[str]
    #: When it is tried again; null without a failure
    nextAttemptDate: FiledDate
    #: When it last took events; null: never
    deliveryDate: FiledDate
    #: When it was set up or changed
    changeDate: int


class Seal(TypedDict):
    #: Id of the document
    documentId: int
    #: The PAdES level: B-B, B-T, B-LT or B-LTA
    level: str
    #: The document timestamp over all of it: by which authority, which one, and when
    timestamp: SealTimestamp


class SealCredentialState(TypedDict):
    #: The certificate for seals; null: those of this instance
    credential: Optional[SealCredentialStateCredential]


class SealCredentialStateCredential(TypedDict):
    #: Id of the provider, or `sandbox`
    providerId: Union[int, Literal["sandbox"]]
    #: Its id at the provider
    credentialId: str
    #: Whom the certificate names
    subject: str
    #: Who issued it
    issuer: str
    #: Since when it is valid, in seconds since 1970; 0 where it could not be read
    startDate: int
    #: Until when it is valid, in seconds since 1970; 0 where it could not be read
    endDate: int
    #: Whether seals by it are qualified; else they are advanced
    qualified: bool
    #: Whether a PIN is stored, which is never shown
    pin: bool
    #: Why seals wait; null where nothing is known to be wrong
    problem: Optional[str]
    #: When it was chosen, in seconds since 1970
    setDate: int


class SealTimestamp(TypedDict):
    #: The common name of the authority that issued the timestamp
    authority: str
    #: Whether it is the instance’s own: proof of order and integrity, not of the time to outsiders
    isInternal: bool
    #: Of the timestamp token, in hexadecimal
    serial: str
    #: The time that the timestamp states, in seconds since 1970
    date: int


class SetStepsStep(TypedDict):
    #: What its recipients do: sign or review
    type: ActionType
    #: The recipients of a step act in parallel
    recipients: List[SetStepsStepRecipient]


class SetStepsStepRecipient(TypedDict):
    #: Id of a recipient of the draft; absent for a new one
    id: NotRequired[int]
    #: The recipient’s name
    name: str
    #: The recipient’s email address; unique in the step
    email: str
    #: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
    phone: NotRequired[Optional[str]]
    #: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]
    #: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
    identification: NotRequired[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]]]
    #: One of several of the step, of whom some are enough; absent for who must act
    choice: NotRequired[RequestedChoice]
    #: The address of the signer of the same step whose witness the recipient is; absent for who is no witness
    witnessOf: NotRequired[str]
    #: asked: the signer names a witness of their own on the signing page, before they finish; absent for none
    witness: NotRequired[Literal["asked"]]


class SetTemplateRolesRecipient(TypedDict):
    #: Id of a placeholder of the template; absent for a new one
    id: NotRequired[int]
    #: The name of the placeholder, such as Buyer
    name: str
    #: The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`
    anchorTag: NotRequired[Optional[str]]
    #: One for each step that the recipient acts in
    roles: List[NewRole]


class ShowCondition(TypedDict):
    #: Id of another field of the same role; absent with `all` and `any`
    fieldId: NotRequired[int]
    #: The value that the other field must have
    equals: NotRequired[str]
    #: The values of which the other field must have one
    oneOf: NotRequired[List[str]]
    #: True: the other field must have a value; false: it must have none
    isFilled: NotRequired[bool]
    #: Comparisons that must all hold
    all: NotRequired[List[ShowTerm]]
    #: Comparisons of which one must hold
    any: NotRequired[List[ShowTerm]]


class ShowTerm(TypedDict):
    #: Id of another field of the same role
    fieldId: int
    #: The value that the other field must have
    equals: NotRequired[str]
    #: The values of which the other field must have one
    oneOf: NotRequired[List[str]]
    #: True: the other field must have a value; false: it must have none
    isFilled: NotRequired[bool]


class Step(TypedDict):
    #: Id of the step
    id: int
    #: Place of the step, from 1
    order: int
    #: What its recipients do: sign or review
    type: ActionType
    #: The status of the step: `started` once its recipients may act
    status: ActionStatus
    #: The deadline of the step, in seconds since 1970; null until it starts
    expiryDate: FiledDate
    #: What each recipient of the step has to do; the recipients of a step act in parallel
    actions: List[Action]


class SuggestedField(TypedDict):
    #: What is filled in
    type: Literal["date", "email", "signature", "initials", "title", "company", "name", "address", "department", "location", "text", "number", "checkbox", "attachment"]
    #: The page, from 1
    page: int
    #: From the left, in percent of the page as displayed
    posX: float
    #: From the top, in percent of the page as displayed
    posY: float
    #: In percent of the page
    width: float
    #: In percent of the page; its lower edge is above the printed line
    height: float
    #: The printed words that ask for it
    reason: str
    #: The printed words that say who is asked; null for none
    party: Optional[str]
    #: How sure it is, from 0 to 1
    confidence: float
    #: The role of whom the page names; null where it leaves that open
    role: Optional[int]
    #: Of a tag such as `{{signature:Buyer}}`, whose text is the `reason`; null for a printed place
    tag: Optional[SuggestedFieldTag]


class SuggestedFieldTag(TypedDict):
    #: What the tag calls the field; null for nothing
    label: Optional[str]
    #: The key that the field gets; null for none
    key: Optional[str]
    #: Whether it says that it must be filled in; null where it is silent
    required: Optional[bool]
    #: Why it cannot become a field: what of it is not understood, a key that occurs twice, or a file that is signed already, in which it cannot be covered; null where it can
    problem: Optional[Literal["type", "option", "key", "size", "doubled", "signed"]]


class Tag(TypedDict):
    #: Id of the tag
    id: int
    #: The name of the tag
    name: str
    #: As #RRGGBB
    color: str


class Template(TypedDict):
    #: Id of the template
    id: int
    #: The name of the template
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: When it was created, in seconds since 1970
    createDate: int
    #: How many people a workflow made from it needs
    recipientsCount: int
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: The user who created it
    creator: Profile
    #: One after another
    steps: List[TemplateStep]


class TemplateFollower(TypedDict):
    #: The follower’s name
    name: str
    #: The follower’s email address; null: asked when the template is used
    email: Optional[str]
    #: Of their mails and page; null for the browser’s
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: Which copies they get: of the request (`start`), of how it ended (`end`), or `both`
    when: Literal["start", "end", "both"]
    #: The placeholder whose requests are copied; null: the start
    of: Optional[int]


class TemplateRecipient(TypedDict):
    #: Id of the placeholder
    id: int
    #: The name of the placeholder, such as Buyer
    name: str
    #: The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`
    anchorTag: Optional[str]
    #: One for each step that the recipient acts in
    roles: List[TemplateRecipientRole]


class TemplateRecipientRole(TypedDict):
    #: Id of the role
    id: int
    #: What the role does: sign or review
    type: ActionType
    #: The colour of the recipient’s fields in the designer, as #RRGGBB
    color: str


class TemplateStep(TypedDict):
    #: Id of the step
    id: int
    #: Place of the step, from 1
    order: int
    #: What its recipients do: sign or review
    type: ActionType
    #: What each recipient of the step has to do; the recipients of a step act in parallel
    actions: List[TemplateStepAction]


class TemplateStepAction(TypedDict):
    #: Id of the action
    id: int
    #: Id of the role that acts
    role: int
    #: What the recipient does: sign or review
    type: ActionType


class Transfer(TypedDict):
    #: `none`: nothing is to be written; `failed`: given up, until it is started again
    state: Literal["none", "pending", "done", "failed"]
    #: How many tries have failed since the last start
    attempts: int
    #: The HTTP status that the last try failed with; null where there was no answer, or no failure
    status: Optional[int]
    #: Why the last try failed, in a sentence; null without a failure
    cause: Optional[str]
    #: When the next try is due, in seconds since 1970; null when none is
    nextAttemptDate: FiledDate
    #: When all was written, in seconds since 1970; null before
    doneDate: FiledDate
    #: The server of the destination of the workspace; null where none is set up
    host: Optional[str]
    #: What is written already, by its path below the address
    paths: List[str]


class TrustProvider(TypedDict):
    #: Id of the provider
    id: int
    #: Its name, as people who sign are shown it
    name: str
    #: Address of its methods: `https://rssp.example.org/csc/v2`
    baseUrl: str
    #: Address of its OAuth server; null: as its `info` says
    oauthUrl: Optional[str]
    #: The id of this instance at the provider
    clientId: str
    #: Where the secret is sent; absent: as the metadata of the OAuth server say, else in the body
    clientAuthentication: NotRequired[Literal["body", "header"]]
    #: The account signed into `account_token`; absent: none is asked
    account: NotRequired[str]
    #: The authorities that its qualified certificates must lead to
    anchors: List[TrustProviderAnchor]
    #: Whether people can sign with it
    enabled: bool
    #: When it was created, in seconds since 1970
    createDate: int


class TrustProviderAnchor(TypedDict):
    #: The name in the certificate
    name: str
    #: SHA-256 of the certificate, hexadecimal
    sha256: str
    #: When it ends, in seconds since 1970
    endDate: int


class UpdateAgentAllowanceAnswer(TypedDict):
    #: The templates whose workflows agents may send by themselves
    templates: List[UpdateAgentAllowanceAnswerTemplate]
    #: The domains in which the addresses of all its people have to be
    domains: List[str]
    #: How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none
    dailyCap: int
    #: How many agents have sent by themselves today
    sentToday: int
    #: The name of the administrator who set it last; null where nobody has
    setBy: Optional[str]
    #: When it was set last, in seconds since 1970; null before
    changeDate: FiledDate


class UpdateAgentAllowanceAnswerTemplate(TypedDict):
    #: Id of the template
    id: int
    #: The name of the template
    name: str
    #: Id of its workspace
    workspaceId: int
    #: Whether it is as it was when it was listed; one that has changed since is not covered
    isCurrent: bool


class UpdateAgentSettingsAnswer(TypedDict):
    #: `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel
    mode: Literal["off", "drafts", "confirmation"]


class UpdateBrandDisclosure(TypedDict):
    #: The language of the text
    language: Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]
    #: Plain text
    text: str


class UpdateConnectionSaml(TypedDict):
    #: Where its metadata is; read at once, then daily
    metadataUrl: NotRequired[str]
    #: Its metadata, in place of an address: XML of one provider
    metadata: NotRequired[str]
    #: Its entity id, in place of metadata
    entityId: NotRequired[str]
    #: Where people sign in (HTTP-Redirect), in place of metadata
    ssoUrl: NotRequired[str]
    #: Where people sign out (HTTP-Redirect), in place of metadata
    sloUrl: NotRequired[str]
    #: By which it signs, in PEM or base64, in place of metadata
    certificates: NotRequired[List[str]]
    #: The attribute with the address; empty: those that are usual
    emailAttribute: NotRequired[str]
    #: The attribute with the name; empty: those that are usual
    nameAttribute: NotRequired[str]
    #: Whether requests to sign in are signed; they are where the metadata asks for it
    signsRequests: NotRequired[bool]
    #: Whether people may begin at the provider: a sign-in then begins here
    allowsUnsolicited: NotRequired[bool]


class UpdateContactSettingsAnswer(TypedDict):
    #: What is set now
    learning: bool


class UpdateEmbedOriginsAnswer(TypedDict):
    #: Scheme, host and port of each, as browsers write them; an app has its own
    embedOrigins: List[str]


class UpdateLevelsRole(TypedDict):
    #: Id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100
    roleId: int
    #: The levels that it may ask for: at least one
    levels: List[WorkflowType]


class UpdatePublicLinkPeople(TypedDict):
    #: Id of another placeholder of the template
    placeholderId: int
    #: The name of who takes it
    name: str
    #: Their email address
    email: str
    #: Of the mails to them; null for English
    language: NotRequired[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]]


class UpdateWorkspaceUsersAliasUser(TypedDict):
    #: Another name of `memberId`
    id: NotRequired[int]
    #: The member’s id, or their `uniqueId`
    memberId: NotRequired[Union[int, str]]
    #: The role: its id or its key
    roleId: Union[int, str]


class UpdateWorkspaceUsersUser(TypedDict):
    #: Another name of `memberId`
    id: NotRequired[int]
    #: The member’s id, or their `uniqueId`
    memberId: NotRequired[Union[int, str]]
    #: The role: its id or its key
    roleId: Union[int, str]


class UserRef(TypedDict):
    #: Id of the user
    id: int
    #: The name of the user; null until the invited person has an account
    name: Optional[str]
    #: The key of the user’s role in the workspace
    role: str
    #: The user’s email address
    email: str


class VerificationReport(TypedDict):
    #: SHA-256 of the file in hexadecimal
    sha256: str
    #: Bytes
    size: int
    #: When it was verified, in seconds since 1970
    checkedAt: int
    #: The whole file in one answer
    verdict: VerificationReportVerdict
    #: All signatures of the file together
    document: VerificationReportDocument
    #: In the order of their making
    signatures: List[VerificationReportSignature]
    #: Document timestamps, oldest first
    timestamps: List[VerificationReportTimestamp]
    #: Where this very file was here and was erased since; null for every other file
    erased: Optional[VerificationReportErased]
    #: The same for people, as plain text
    text: str


class VerificationReportDocument(TypedDict):
    #: How many there are
    signatures: int
    #: Of how many the integrity is proven
    intact: Optional[Literal["all", "some", "none"]]
    #: The gravest of the changes after signatures; null where nothing is signed
    sinceSigning: Optional[Literal["unchanged", "allowed-changes", "unknown", "changes-not-allowed", "broken"]]
    #: Of how many the certificate is trusted; those of the sandbox do not count
    identity: Optional[Literal["all", "some", "none"]]
    #: Of how many the time is proven
    time: Optional[Literal["all", "some", "none"]]
    #: Whether the last signature or timestamp covers the whole file
    lastCoversWholeFile: bool
    #: Fields whose signature a later revision removed
    removedSignatures: List[str]
    #: How many certificates and proofs in the file cannot be read
    unreadableEvidence: int
    #: Whether the file is damaged and was examined as viewers repair it; it is then never `as-signed`
    repaired: bool
    #: What was compared as it is shown: pages drawn as they were signed and as they are now; null where nothing followed a signature, or pictures were not compared. A difference that no permitted change explains is the change `shown`
    shown: Optional[VerificationReportDocumentShown]
    #: What shows otherwise in print, at another zoom, to another reader or when it is clicked
    twoFaced: List[VerificationReportDocumentTwoFaced]


class VerificationReportDocumentShown(TypedDict):
    #: How many signed revisions, from the first one
    signatures: int
    #: How many pages, from the first one
    pages: int
    #: How many pages the file has
    of: int


class VerificationReportDocumentTwoFaced(TypedDict):
    #: By what it differs
    kind: Literal["action", "annotation", "field", "hidden-layer", "ink", "layer", "picture", "print-area", "print-program"]
    #: What of the file it is and how it differs, in words
    sentence: str
    #: Page of the document, from 1; null where it is on none
    page: Optional[int]
    #: Where it is on the page; null where the file does not say
    displayed: Optional[VerificationReportDocumentTwoFacedDisplayed]


class VerificationReportDocumentTwoFacedDisplayed(TypedDict):
    #: Percent of the displayed page, from its left edge
    posX: float
    #: Percent of the displayed page, from its top edge
    posY: float
    #: Percent of the width of the page
    width: float
    #: Percent of the height of the page
    height: float


class VerificationReportErased(TypedDict):
    #: When it was erased, in seconds since 1970
    date: int
    #: Whether it is the sealed file; false: the upload
    sealed: bool


class VerificationReportSignature(TypedDict):
    #: The name of the signature field
    fieldName: str
    #: As the certificate names the signer
    signer: VerificationReportSignatureSigner
    #: The reason that the signature states
    reason: Optional[str]
    #: When it was signed by its own claim, in seconds since 1970
    claimedTime: FiledDate
    #: The time that a trusted timestamp proves, in seconds since 1970
    provenTime: FiledDate
    #: Whether the signed bytes are as they were signed
    integrity: VerificationReportSignatureIntegrity
    #: How much of the file it covers
    coverage: Literal["whole-file", "whole-revision", "partial"]
    #: What was appended after it, as its certification allows or not
    sinceSigning: Literal["unchanged", "allowed-changes", "unknown", "changes-not-allowed", "broken"]
    #: What its certification or lock lets follow: 1 timestamps, 2 also filling in and signing, 3 also annotating; null without either
    permits: Optional[Literal[1, 2, 3]]
    #: Each revision appended after this signature, oldest first
    changesAfter: List[VerificationReportSignatureChangesAfter]
    #: The signer’s certificate
    certificate: VerificationReportSignatureCertificate
    #: The signature timestamp; null where there is none
    timestamp: Optional[VerificationReportSignatureTimestamp]
    #: Why the timestamp cannot be read; else null
    timestampProblem: Optional[str]
    #: The result in the words of EN 319 102-1, together with trust
    indication: VerificationReportSignatureIndication
    #: How the signer was identified and who held the key, for certificates of this instance; else null
    reached: Optional[VerificationReportSignatureReached]
    #: What becomes of the certificate’s statement that it is qualified; null where it does not state it
    qualified: Optional[VerificationReportSignatureQualified]
    #: Whether the log of this instance holds the certificate; null for certificates of others
    log: Optional[VerificationReportSignatureLog]
    #: The PAdES level; null where none is reached
    level: Optional[Literal["B-B", "B-T", "B-LT", "B-LTA"]]


class VerificationReportSignatureCertificate(TypedDict):
    #: Whether a path leads to a root that this instance trusts, valid when it was used and not revoked
    trusted: bool
    #: The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted
    trustedBy: Optional[Literal["this-instance", "named-by-operator", "named-by-organization", "sandbox"]]
    #: What is wrong, in sentences; empty when nothing is
    reasons: List[str]
    #: What a proof of revocation status says
    revocation: Literal["good", "revoked", "unknown"]
    #: The time that the certificate was checked for, in seconds since 1970
    checkedAt: FiledDate
    #: Where that time comes from: a timestamp, the caller, or the signature’s own claim
    checkedAtSource: Optional[Literal["timestamp", "asked", "claimed"]]
    #: The signer’s own first, as far as issuers were found
    chain: List[VerificationReportSignatureCertificateChain]


class VerificationReportSignatureCertificateChain(TypedDict):
    #: The common name
    name: Optional[str]
    #: The organization
    organization: Optional[str]
    #: The common name of the issuer
    issuer: Optional[str]
    #: In hexadecimal
    serial: str
    #: In seconds since 1970
    validFrom: int
    #: In seconds since 1970
    validUntil: int


class VerificationReportSignatureChangesAfter(TypedDict):
    #: Number of the revision, from 1
    revision: int
    #: Whether all its changes are allowed
    allowed: bool
    #: The field of the first later signature that covers this revision and whose signer is confirmed; null where none does: then nobody who is known answers for it
    confirmedBy: Optional[str]
    #: What it changes
    changes: List[VerificationReportSignatureChangesAfterChange]


class VerificationReportSignatureChangesAfterChange(TypedDict):
    #: The kind of change
    kind: str
    #: The change in words
    sentence: str
    #: Whether it is allowed
    allowed: bool
    #: Why it is not allowed; else null
    objection: Optional[str]
    #: Page of the document, from 1; null where it is on none
    page: Optional[int]
    #: The form field that it changes; null where it changes none
    fieldName: Optional[str]
    #: What a field held before it was filled in, at most 200 characters; null where it was empty
    oldValue: Optional[str]
    #: What it holds after that; null where it is empty
    newValue: Optional[str]
    #: Where a field or annotation was laid over the page; null for every other change
    displayed: Optional[VerificationReportSignatureChangesAfterChangeDisplayed]
    #: The share of the page that this takes, in percent
    share: Optional[float]
    #: Whether it hides something that the page showed when it was signed; null where pictures were not compared
    covers: Optional[bool]


class VerificationReportSignatureChangesAfterChangeDisplayed(TypedDict):
    #: Percent of the displayed page, from its left edge
    posX: float
    #: Percent of the displayed page, from its top edge
    posY: float
    #: Percent of the width of the page
    width: float
    #: Percent of the height of the page
    height: float


class VerificationReportSignatureIndication(TypedDict):
    #: The main indication
    main: Literal["TOTAL-PASSED", "INDETERMINATE", "TOTAL-FAILED"]
    #: The sub-indication; null for TOTAL-PASSED
    sub: Optional[Literal["FORMAT_FAILURE", "HASH_FAILURE", "SIG_CRYPTO_FAILURE", "SIG_CONSTRAINTS_FAILURE", "CHAIN_CONSTRAINTS_FAILURE", "CRYPTO_CONSTRAINTS_FAILURE", "NO_SIGNING_CERTIFICATE_FOUND", "NO_CERTIFICATE_CHAIN_FOUND", "REVOKED_NO_POE", "REVOKED_CA_NO_POE", "OUT_OF_BOUNDS_NO_POE", "TRY_LATER"]]


class VerificationReportSignatureIntegrity(TypedDict):
    #: Whether the signature fits the bytes that it covers
    intact: bool
    #: weak: it fits, by an algorithm or key that can be forged; unknown: it cannot be judged; changed: it does not fit
    state: Literal["intact", "weak", "unknown", "changed"]
    #: What is wrong, in sentences; empty when nothing is
    reasons: List[str]


class VerificationReportSignatureLog(TypedDict):
    #: not-logged: it is not in the log as it has to be, and counts for nothing; not-demanded: it is not, and is proven to be older than that demand; unwitnessed: it is by the word of the service alone, and a witness is asked for
    state: Literal["logged", "not-logged", "not-demanded", "unwitnessed"]
    #: The result in words
    sentence: str
    #: The name of the log
    origin: str
    #: The leaf, from 0, as the signature states it; null without a proof
    index: Optional[int]
    #: When the log took it, in seconds since 1970
    addedAt: FiledDate
    #: Who else has seen it in the log: the witnesses that the service asks
    seenBy: List[VerificationReportSignatureLogSeenBy]
    #: What is wrong, in sentences; empty when nothing is
    reasons: List[str]


class VerificationReportSignatureLogSeenBy(TypedDict):
    #: The name of the witness
    name: str
    #: When it saw the log with this leaf, by its word, in seconds since 1970
    seenAt: int


class VerificationReportSignatureQualified(TypedDict):
    #: confirmed: the certificate is complete, not revoked, and leads to a named authority; sandbox: no legal effect
    state: Literal["confirmed", "not-confirmed", "sandbox"]
    #: seal: of an organization, which states where the document comes from
    purpose: Literal["signature", "seal"]
    #: Why it is not confirmed, in sentences; empty where it is
    reasons: List[str]
    #: The result in words
    sentence: str


class VerificationReportSignatureReached(TypedDict):
    #: The level of the signature
    level: WorkflowType
    #: How the signer was identified
    identification: Literal["mailbox", "code-sms", "code-mail", "passkey", "identity-provider", "in-person", "in-person-code-sms", "in-person-code-mail", "in-person-passkey", "in-person-identity-provider", "embedded", "embedded-code-sms", "embedded-code-mail", "embedded-passkey", "embedded-identity-provider", "trust-service-provider"]
    #: Who held the key: this service, the browser of the signer, or a trust service provider
    keyHolder: Literal["service", "browser", "provider"]
    #: What the identification rests on, in words
    weakestLink: str
    #: All of it in one sentence
    sentence: str


class VerificationReportSignatureSigner(TypedDict):
    #: The common name
    name: Optional[str]
    #: The organization
    organization: Optional[str]
    #: Email addresses in the certificate
    emails: List[str]


class VerificationReportSignatureTimestamp(TypedDict):
    #: The time that the timestamp states, in seconds since 1970
    time: FiledDate
    #: The common name of the authority that issued it
    authority: Optional[str]
    #: Whether its certificate is trusted
    trusted: bool
    #: The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted
    trustedBy: Optional[Literal["this-instance", "named-by-operator", "named-by-organization", "sandbox"]]
    #: What is wrong, in sentences; empty when nothing is
    reasons: List[str]


class VerificationReportTimestamp(TypedDict):
    #: The time that the timestamp states, in seconds since 1970
    time: FiledDate
    #: The common name of the authority that issued it
    authority: Optional[str]
    #: Whether its certificate is trusted
    trusted: bool
    #: The root: this instance’s own, one that its operator named, one that an organization of the caller named for its providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted
    trustedBy: Optional[Literal["this-instance", "named-by-operator", "named-by-organization", "sandbox"]]
    #: What is wrong, in sentences; empty when nothing is
    reasons: List[str]
    #: The name of the signature field
    fieldName: str
    #: How much of the file it covers
    coverage: Literal["whole-file", "whole-revision", "partial"]


class VerificationReportVerdict(TypedDict):
    #: Whether the file is as it was signed; says nothing of who signed. damaged: programs have to repair it, and nothing that they then show was changed; not-logged: a certificate of this instance is not in its log: the signature was made unseen, with the keys of the service
    state: Literal["as-signed", "changed", "not-logged", "damaged", "cannot-be-judged", "not-signed"]
    #: unwitnessed: its certificate is in the log by the word of the service alone, and witnesses are asked for; two-faced: it shows one thing on a screen and another one in print or to other readers (`document.twoFaced`); damaged: as the state, or where it cannot be judged: programs may show the damaged file in different ways; added: what shows on a page was added or changed after a signature, as it is permitted, and no later signature of a confirmed signer covers it; or another value stands where one was signed
    reason: Literal["intact", "signature-removed", "bytes", "uncovered", "content", "not-logged", "unwitnessed", "added", "unknown", "damaged", "weak", "two-faced", "no-signature"]


class WebhookEndpoint(TypedDict):
    #: Id of the webhook
    id: int
    #: The address that is notified
    url: str
    #: Empty: all
    events: List[NotifiedEvent]
    #: Whether notifications are sent
    enabled: bool
    #: Whether the certificate must verify
    sslVerification: bool
    #: When it was created, in seconds since 1970
    createDate: int
    #: Until when the previous secret signs too, in seconds since 1970; null when there is one secret
    previousSecretEndDate: FiledDate


class WholeEnvelope(TypedDict):
    #: The 40-character id of the workflow
    id: str
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata
    #: Who gets copies and acts in nothing
    followers: List[Follower]
    #: The groups of people of whom some are enough; empty where everyone must act
    choices: List[ChoiceState]
    #: The witnesses of signers; empty where there are none
    witnesses: List[WitnessState]


class WholeTemplate(TypedDict):
    #: Id of the template
    id: int
    #: The name of the template
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: When it was created, in seconds since 1970
    createDate: int
    #: How many people a workflow made from it needs
    recipientsCount: int
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: The user who created it
    creator: Profile
    #: One after another
    steps: List[TemplateStep]
    #: Id of the workspace
    workspaceId: int
    #: When it was last changed, in seconds since 1970
    changeDate: int
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: Days from when a workflow is made of it to its deadline
    expiryDays: int
    #: The language of people for whom none is said when a workflow is made of it; null: none
    language: Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]]
    #: The placeholders that people take the place of
    recipients: List[TemplateRecipient]
    #: The groups of whom some are enough; empty where everyone must act
    choices: List[WholeTemplateChoice]
    #: Which roles are witnesses of which signers; empty where there are none
    witnesses: List[WholeTemplateWitness]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: In the order of their positions
    documents: List[Document]


class WholeTemplateChoice(TypedDict):
    #: The order of its step
    step: int
    #: The name of the group
    group: str
    #: How many of its people are enough
    required: int
    #: Ids of its roles, in the order of the step
    roles: List[int]


class WholeTemplateWitness(TypedDict):
    #: The order of its step
    step: int
    #: Id of the role of the witness
    role: int
    #: Id of the role of the signer
    of: int


class WholeWorkflow(TypedDict):
    #: Id of the workflow, as the workflow family uses it
    id: int
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata
    #: Why sealing was given up, in plain words; null unless the status is `blocked`
    blockedCause: Optional[str]
    #: When it was filed away; null: it is not
    filedDate: FiledDate
    #: Who gets copies and acts in nothing
    followers: List[Follower]
    #: The groups of people of whom some are enough; empty where everyone must act
    choices: List[ChoiceState]
    #: The witnesses of signers; empty where there are none
    witnesses: List[WitnessState]
    #: Whether a host may hand its people a device or a copied link; false where the sender forbids it
    inPerson: bool


class WitnessState(TypedDict):
    #: The order of its step
    step: int
    #: Id of the action of the witness
    actionId: int
    #: Id of the recipient who is the witness
    recipientId: int
    #: Id of the recipient whose witness they are
    ofRecipientId: int
    #: false: the signer has still to name the witness, who has no address yet
    named: bool
    #: As of the action: `not_started` until the signer has signed, then `started`, and `signed`
    status: TrueStatus


class Workflow(TypedDict):
    #: Id of the workflow, as the workflow family uses it
    id: int
    #: The 40-character id of the workflow, as the quick and envelope families use it
    envelopeId: str
    #: Id of the workspace
    workspaceId: int
    #: The name of the workflow
    name: str
    #: The level of the signatures
    type: WorkflowType
    #: The status of the workflow
    status: WorkflowStatus
    #: The status before the latest change; null where there was none
    oldStatus: Optional[WorkflowStatus]
    #: When it was created, in seconds since 1970
    createDate: int
    #: The deadline, in seconds since 1970; after it nothing can be signed
    expiryDate: int
    #: When it started, in seconds since 1970; null until then
    startDate: FiledDate
    #: When the draft starts by itself, in seconds since 1970; null for never
    scheduledStartDate: FiledDate
    #: In the order of their positions
    documents: List[Document]
    #: The people who act
    recipients: List[Recipient]
    #: One after another
    steps: List[Step]
    #: What is filled in, and where it is placed
    fields: List[Field]
    #: What the sender says in the invitations
    senderMessage: Optional[str]
    #: The name that the invitations carry as the sender’s
    senderName: Optional[str]
    #: How signers are identified beyond their mailbox
    signingSecurity: Literal["none", "otp", "qualified"]
    #: The organization that owns it
    organization: OrganizationRef
    #: The user who created it
    creator: Profile
    #: The users of the workspace who can see it
    users: List[UserRef]
    #: Tags, each with id, name and colour
    tags: List[Tag]
    #: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
    metadata: Metadata


class WorkflowCounts(TypedDict):
    #: A count above it says no more than that there are more
    bound: int
    #: By status; all statuses
    statuses: Dict[str, int]
    #: Those that wait for people and whose deadline is within seven days
    expiring: int
    #: Those that are filed away
    filed: int


class WorkflowFilter(TypedDict):
    #: Words, as in the list of workflows
    query: NotRequired[str]
    #: Only those in one of these statuses, comma-joined
    status: NotRequired[str]
    #: Only those created by the user with this address
    creatorEmail: NotRequired[str]
    #: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
    httpSourceTypes: NotRequired[str]
    #: Only those created by these apps or keys, comma-joined
    httpSourceValues: NotRequired[str]
    #: `0`: only those that are not filed away; `1`: only those that are
    filed: NotRequired[str]
    #: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
    expiresBefore: NotRequired[str]
    #: Ids of tags; one of them is enough
    tags: NotRequired[str]


class WorkflowFilters(TypedDict):
    #: Only those in one of these statuses, comma-joined
    status: NotRequired[str]
    #: Only those created by the user with this address
    creatorEmail: NotRequired[str]
    #: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
    httpSourceTypes: NotRequired[str]
    #: Only those created by these apps or keys, comma-joined
    httpSourceValues: NotRequired[str]
    #: `0`: only those that are not filed away; `1`: only those that are
    filed: NotRequired[str]
    #: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
    expiresBefore: NotRequired[str]
    #: Ids of tags; one of them is enough
    tags: NotRequired[str]


class WorkflowRetention(TypedDict):
    #: What is set for this workflow alone
    policy: RetentionPolicy
    #: When it is erased, in seconds since 1970; null: it is kept for ever, or has not ended
    dueDate: FiledDate
    #: Which period applies; null while it is under way
    rule: Optional[Literal["signed", "drafts", "stopped"]]
    #: Whose policy set that period; null where none did
    source: Optional[Literal["workflow", "template", "workspace", "organization"]]
    #: Why a legal hold keeps it, for those who may delete it; null without one
    hold: Optional[str]
    #: Whether the caller may set its periods, as administrators may
    mayChange: bool


class Workspace(TypedDict):
    #: Id of the workspace
    id: int
    #: The name of the workspace
    name: str
    #: What the workspace is for; null where nothing was said
    description: Optional[str]
    #: The tags of the workspace
    tags: List[Tag]
    #: Always empty for now
    integrations: List[Any]
    #: The users of the workspace
    workspaceUsers: List[WorkspaceWorkspaceUser]
    #: The caller's own
    permissions: List[Permission]


class WorkspaceUser(TypedDict):
    #: Id of the user of the workspace
    id: int
    #: The member’s email address
    email: str
    #: The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100
    role: int
    #: The picture of the account; null for people without one
    picture: Optional[Picture]
    #: Null until the invited person has an account
    name: Optional[str]


class WorkspaceWorkspaceUser(TypedDict):
    #: Id of the user of the workspace
    id: int
    #: Id of the member
    memberId: int
    #: The member’s email address
    email: str
    #: The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100
    role: int
    #: owner, administrator, editor, viewer, or the key of a custom role
    roleKey: str
    #: The name, address and picture of the person
    profile: MemberProfile
