# Written by `npm run generate` from the contract; not by hand.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Union

from . import types
from ._pages import Page
from ._request import NOT_GIVEN, CallOptions, NotGiven
from ._upload import Upload


class _Caller:
    def _call(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        raise NotImplementedError

    def _page(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Page[Any]:
        raise NotImplementedError


class EnvelopeOperations(_Caller):
    def create_quick_envelope(
        self,
        *,
        name: str,
        document: Union[Upload, List[Upload]],
        steps: List[types.NewStep],
        annex: Union[types.AnnexUploads, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        preferences: Union[List[types.NewPreference], NotGiven] = NOT_GIVEN,
        workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        values: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        place_fields: Union[Literal["fromText"], NotGiven] = NOT_GIVEN,
        sender_message: Union[str, NotGiven] = NOT_GIVEN,
        followers: Union[List[types.NewFollower], NotGiven] = NOT_GIVEN,
        fields: Union[List[types.QuickField], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreateQuickEnvelopeAnswer:
        """Send a PDF to be signed: create a workflow, start it and notify, all or nothing.

        ``POST /api/v1/quick/envelopes``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, STORAGE_QUOTA_REACHED.

        :param name: 2 to 250 characters
        :param document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
        :param steps: One after another
        :param annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param expiry_date: Seconds since 1970; 7 to 90 days from now, 7 by default
        :param preferences: Names and values, as the guide on notifications lists them
        :param workspace_id: Without it the caller’s first workspace
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
        :param values: What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1`
        :param place_fields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
        :param sender_message: What the invitations quote; at most 4,000 characters
        :param followers: Who gets copies and acts in nothing; at most 20
        :param fields: What is filled in, and where, by the rules of the workflow family; without any, and without `placeFields`, what the PDF says is taken (text anchors, form fields), else a blank place for each signature
        """
        given = {
            "name": name,
            "document": document,
            "steps": steps,
            "annex": annex,
            "type": type,
            "expiryDate": expiry_date,
            "preferences": preferences,
            "workspaceId": workspace_id,
            "metadata": metadata,
            "values": values,
            "placeFields": place_fields,
            "senderMessage": sender_message,
            "followers": followers,
            "fields": fields,
        }
        answer: types.CreateQuickEnvelopeAnswer = self._call("createQuickEnvelope", given, options)
        return answer

    def read_quick_envelope(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        session: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.QuickEnvelope:
        """Read a workflow and its progress.

        ``GET /api/v1/quick/envelopes/{envelopeId}``; needs the scope ``workflows:read``.

        Fails with ENVELOPE_NOT_FOUND.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        :param session: `1`: links to files open without a credential for 15 minutes
        """
        given = {
            "envelopeId": envelope_id,
            "session": session,
        }
        answer: types.QuickEnvelope = self._call("readQuickEnvelope", given, options)
        return answer

    def open_envelope_session(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        options: Optional[CallOptions] = None,
    ) -> types.OpenEnvelopeSessionAnswer:
        """Addresses of the designer and the view page, for a browser that is not signed in.

        ``GET /api/v1/envelopes/{envelopeId}/session``; needs the scope ``workflows:read``.

        Fails with ENVELOPE_NOT_FOUND, WORKFLOW_NOT_FOUND.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        """
        given = {
            "envelopeId": envelope_id,
        }
        answer: types.OpenEnvelopeSessionAnswer = self._call("openEnvelopeSession", given, options)
        return answer

    def create_envelope(
        self,
        *,
        name: str,
        document: Union[Upload, List[Upload]],
        steps: List[types.NewStep],
        annex: Union[types.AnnexUploads, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        preferences: Union[List[types.NewPreference], NotGiven] = NOT_GIVEN,
        workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        values: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        place_fields: Union[Literal["fromText"], NotGiven] = NOT_GIVEN,
        sender_message: Union[str, NotGiven] = NOT_GIVEN,
        followers: Union[List[types.NewFollower], NotGiven] = NOT_GIVEN,
        scheduled_start_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Envelope:
        """Create a draft from the quick form; nothing is sent until it is started.

        ``POST /api/v1/envelopes``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND.

        :param name: 2 to 250 characters
        :param document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
        :param steps: One after another
        :param annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param expiry_date: Seconds since 1970; 7 to 90 days from now, 7 by default
        :param preferences: Names and values, as the guide on notifications lists them
        :param workspace_id: Without it the caller’s first workspace
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
        :param values: What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once has the key `TYPE_TAG`, such as `text_1`
        :param place_fields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
        :param sender_message: What the invitations quote; at most 4,000 characters
        :param followers: Who gets copies and acts in nothing; at most 20
        :param scheduled_start_date: When the draft is to start by itself, in seconds since 1970; null to start it by a call
        """
        given = {
            "name": name,
            "document": document,
            "steps": steps,
            "annex": annex,
            "type": type,
            "expiryDate": expiry_date,
            "preferences": preferences,
            "workspaceId": workspace_id,
            "metadata": metadata,
            "values": values,
            "placeFields": place_fields,
            "senderMessage": sender_message,
            "followers": followers,
            "scheduledStartDate": scheduled_start_date,
        }
        answer: types.Envelope = self._call("createEnvelope", given, options)
        return answer

    def list_envelopes(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        creator_email: Union[str, NotGiven] = NOT_GIVEN,
        http_source_types: Union[str, NotGiven] = NOT_GIVEN,
        http_source_values: Union[str, NotGiven] = NOT_GIVEN,
        filed: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[types.WorkflowFilters, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Envelope]:
        """List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id.

        ``GET /api/v1/envelopes``; needs the scope ``workflows:read``.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param status: Only those in one of these statuses, comma-joined
        :param creator_email: Only those created by the user with this address
        :param http_source_types: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
        :param http_source_values: Only those created by these apps or keys, comma-joined
        :param filed: `0`: only those that are not filed away; `1`: only those that are
        :param expires_before: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
        :param tags: Ids of tags; one of them is enough
        :param filters: The same filters in brackets: `filters[status]=started,signed`
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
        """
        given = {
            "page": page,
            "limit": limit,
            "query": query,
            "status": status,
            "creatorEmail": creator_email,
            "httpSourceTypes": http_source_types,
            "httpSourceValues": http_source_values,
            "filed": filed,
            "expiresBefore": expires_before,
            "tags": tags,
            "filters": filters,
            "metadata": metadata,
        }
        answer: Page[types.Envelope] = self._page("listEnvelopes", given, options)
        return answer

    def list_envelopes_by_ids(
        self,
        *,
        ids: List[str],
        options: Optional[CallOptions] = None,
    ) -> List[types.BulkItem]:
        """List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id.

        ``GET /api/v1/envelopes``; needs the scope ``workflows:read``.

        :param ids: Of those to read
        """
        given = {
            "ids": ids,
        }
        answer: List[types.BulkItem] = self._call("listEnvelopes", given, options)
        return answer

    def read_envelope(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        session: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WholeEnvelope:
        """Read a whole envelope; with `session=1` its file links need no credential for fifteen minutes.

        ``GET /api/v1/envelopes/{envelopeId}``; needs the scope ``workflows:read``.

        Fails with ENVELOPE_NOT_FOUND.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        :param session: `1`: links to files open without a credential for 15 minutes
        """
        given = {
            "envelopeId": envelope_id,
            "session": session,
        }
        answer: types.WholeEnvelope = self._call("readEnvelope", given, options)
        return answer

    def add_envelope_document(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        document: Upload,
        options: Optional[CallOptions] = None,
    ) -> types.Envelope:
        """Add a PDF to a draft; its text anchors and signature form fields become fields.

        ``POST /api/v1/envelopes/{envelopeId}/documents``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        :param document: A PDF of at most 20 MiB
        """
        given = {
            "envelopeId": envelope_id,
            "document": document,
        }
        answer: types.Envelope = self._call("addEnvelopeDocument", given, options)
        return answer

    def start_envelope(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        options: Optional[CallOptions] = None,
    ) -> types.Envelope:
        """Start a draft and invite the recipients of its first step.

        ``PUT /api/v1/envelopes/{envelopeId}/start``; needs the scope ``workflows:write``.

        Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED, STORAGE_QUOTA_REACHED.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        """
        given = {
            "envelopeId": envelope_id,
        }
        answer: types.Envelope = self._call("startEnvelope", given, options)
        return answer

    def cancel_envelope(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Envelope:
        """Stop an envelope for good.

        ``PUT /api/v1/envelopes/{envelopeId}/cancel``; needs the scope ``workflows:write``.

        Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        :param reason: Why; read by the people who were asked, and in the timeline and the certificate
        """
        given = {
            "envelopeId": envelope_id,
            "reason": reason,
        }
        answer: types.Envelope = self._call("cancelEnvelope", given, options)
        return answer

    def delete_envelope(
        self,
        *,
        envelope_id: types.EnvelopeRef,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a draft or an ended envelope, with its files and its trail.

        ``DELETE /api/v1/envelopes/{envelopeId}``; needs the scope ``workflows:write``.

        Fails with ENVELOPE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.

        :param envelope_id: Of the workflow: its 40-character id or its integer id
        """
        given = {
            "envelopeId": envelope_id,
        }
        self._call("deleteEnvelope", given, options)


class WorkflowOperations(_Caller):
    def set_workflow_tags(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        tags: List[int],
        options: Optional[CallOptions] = None,
    ) -> List[types.Tag]:
        """Set the tags of a workflow; those not named are removed. Answers its tags.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/tags``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param tags: Ids of all its tags
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "tags": tags,
        }
        answer: List[types.Tag] = self._call("setWorkflowTags", given, options)
        return answer

    def read_workflow_retention(
        self,
        *,
        workflow_id: types.WorkflowId,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WorkflowRetention:
        """When a workflow is erased, and why.

        ``GET /api/v1/organization/retention/workflows/{workflowId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKFLOW_NOT_FOUND.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "workflowId": workflow_id,
            "organizationId": organization_id,
        }
        answer: types.WorkflowRetention = self._call("readWorkflowRetention", given, options)
        return answer

    def update_workflow_retention(
        self,
        *,
        workflow_id: types.WorkflowId,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        signed_years: Union[Optional[int], NotGiven] = NOT_GIVEN,
        draft_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        stopped_months: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WorkflowRetention:
        """Set how long one workflow is kept; absent properties stay.

        ``PUT /api/v1/organization/retention/workflows/{workflowId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKFLOW_NOT_FOUND.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param signed_years: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
        :param draft_days: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
        :param stopped_months: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
        """
        given = {
            "workflowId": workflow_id,
            "organizationId": organization_id,
            "signedYears": signed_years,
            "draftDays": draft_days,
            "stoppedMonths": stopped_months,
        }
        answer: types.WorkflowRetention = self._call("updateWorkflowRetention", given, options)
        return answer

    def list_workflows(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[Literal["created", "-created", "name", "-name", "deadline", "-deadline", "changed", "-changed"], NotGiven] = NOT_GIVEN,
        after: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        creator_email: Union[str, NotGiven] = NOT_GIVEN,
        http_source_types: Union[str, NotGiven] = NOT_GIVEN,
        http_source_values: Union[str, NotGiven] = NOT_GIVEN,
        filed: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[types.WorkflowFilters, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListedWorkflow]:
        """List the workflows of a workspace, newest first; without any parameter up to 1,000 of them.

        ``GET /api/v1/workspaces/{workspaceId}/workflows``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param sort: The order: by `created`, `name`, `deadline` or `changed`, with `-` before it the other way round; newest first by default
        :param after: With `sort`, instead of `page`: the `next` of the page before. What changes meanwhile moves nothing else
        :param status: Only those in one of these statuses, comma-joined
        :param creator_email: Only those created by the user with this address
        :param http_source_types: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
        :param http_source_values: Only those created by these apps or keys, comma-joined
        :param filed: `0`: only those that are not filed away; `1`: only those that are
        :param expires_before: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
        :param tags: Ids of tags; one of them is enough
        :param filters: The same filters in brackets: `filters[status]=started,signed`
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
            "query": query,
            "sort": sort,
            "after": after,
            "status": status,
            "creatorEmail": creator_email,
            "httpSourceTypes": http_source_types,
            "httpSourceValues": http_source_values,
            "filed": filed,
            "expiresBefore": expires_before,
            "tags": tags,
            "filters": filters,
            "metadata": metadata,
        }
        answer: Page[types.ListedWorkflow] = self._page("listWorkflows", given, options)
        return answer

    def count_workflows(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.WorkflowCounts:
        """How many workflows of a workspace each filter of the overview finds.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/counts``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.WorkflowCounts = self._call("countWorkflows", given, options)
        return answer

    def export_workflows(
        self,
        *,
        workspace_id: int,
        format: Union[Literal["csv", "jsonl"], NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        creator_email: Union[str, NotGiven] = NOT_GIVEN,
        http_source_types: Union[str, NotGiven] = NOT_GIVEN,
        http_source_values: Union[str, NotGiven] = NOT_GIVEN,
        filed: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[types.WorkflowFilters, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The workflows that the filters find, newest first, all of them: a table (CSV), or a JSON object a line.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/export``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param format: Default: `csv`
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param status: Only those in one of these statuses, comma-joined
        :param creator_email: Only those created by the user with this address
        :param http_source_types: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
        :param http_source_values: Only those created by these apps or keys, comma-joined
        :param filed: `0`: only those that are not filed away; `1`: only those that are
        :param expires_before: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
        :param tags: Ids of tags; one of them is enough
        :param filters: The same filters in brackets
        """
        given = {
            "workspaceId": workspace_id,
            "format": format,
            "query": query,
            "status": status,
            "creatorEmail": creator_email,
            "httpSourceTypes": http_source_types,
            "httpSourceValues": http_source_values,
            "filed": filed,
            "expiresBefore": expires_before,
            "tags": tags,
            "filters": filters,
        }
        answer: bytes = self._call("exportWorkflows", given, options)
        return answer

    def act_on_workflows(
        self,
        *,
        workspace_id: int,
        act: Literal["remind", "cancel", "extend", "tag", "untag", "file", "unfile", "export", "delete"],
        ids: Union[List[int], NotGiven] = NOT_GIVEN,
        filter: Union[types.WorkflowFilter, NotGiven] = NOT_GIVEN,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        tags: Union[List[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.BulkItem]:
        """Do the same with several workflows, one by one; answers an item for each.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/acts``; needs the scope ``workflows:write``.

        :param workspace_id: Id of the workspace
        :param act: `file` and `unfile`: put those that have ended away from the list, and back; `tag` and `untag` leave other tags; `export` answers each as a line of the export
        :param ids: Ids of the workflows; each is acted on by itself
        :param filter: Instead of ids: the filters of the list of workflows; all that they find, at most 1000
        :param reason: Of `cancel`: why; read by the people who were asked
        :param expiry_date: Of `extend`: the new deadline
        :param tags: Of `tag` and `untag`: ids of the tags
        """
        given = {
            "workspaceId": workspace_id,
            "act": act,
            "ids": ids,
            "filter": filter,
            "reason": reason,
            "expiryDate": expiry_date,
            "tags": tags,
        }
        answer: List[types.BulkItem] = self._call("actOnWorkflows", given, options)
        return answer

    def read_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        session: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WholeWorkflow:
        """Read a whole workflow.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param session: `1`: links to files open without a credential for 15 minutes
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "session": session,
        }
        answer: types.WholeWorkflow = self._call("readWorkflow", given, options)
        return answer

    def read_values(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> Dict[str, types.ReadValue]:
        """What the fields with a key say, by whom and since when; also once it has ended.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/values``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: Dict[str, types.ReadValue] = self._call("readValues", given, options)
        return answer

    def list_timeline(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.ListTimelineItem]:
        """The events of a workflow, in order.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.ListTimelineItem] = self._call("listTimeline", given, options)
        return answer

    def cancel_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.BulkItem]:
        """Stop a workflow for good.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel``; needs the scope ``workflows:write``.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param reason: Why; read by the people who were asked, and in the timeline and the certificate
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "reason": reason,
        }
        answer: List[types.BulkItem] = self._call("cancelWorkflow", given, options)
        return answer

    def retry_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.WholeWorkflow:
        """Seal again after sealing was blocked.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.WholeWorkflow = self._call("retryWorkflow", given, options)
        return answer

    def duplicate_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Make a draft of the same, from any status: its documents, recipients, steps, fields, message and preferences; answers, tags and metadata are not copied, and no mail is sent.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.Workflow = self._call("duplicateWorkflow", given, options)
        return answer

    def correct_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Make a draft of a workflow that was declined or canceled, or has expired, with what the sender had filled in; the timelines of both name the other.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/correct``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.Workflow = self._call("correctWorkflow", given, options)
        return answer

    def move_time(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        seconds: int,
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Move one workflow’s time forward, to try reminders and deadlines; only on an instance on loopback.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/time``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param seconds: How far: what waits for a time comes so many seconds nearer
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "seconds": seconds,
        }
        answer: types.Workflow = self._call("moveTime", given, options)
        return answer

    def read_evidence(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.Evidence:
        """The evidence of a workflow for machines: who did what when, from where, and what is not proven.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.Evidence = self._call("readEvidence", given, options)
        return answer

    def read_completion_certificate(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The certificate of completion: the evidence of a workflow for people, as a sealed PDF.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: bytes = self._call("readCompletionCertificate", given, options)
        return answer

    def read_court_bundle(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        language: Union[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """All that proves a signed workflow, as a ZIP archive to be checked without this instance.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/court-bundle``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param language: Of its pages; default: that of the sender’s account
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "language": language,
        }
        answer: bytes = self._call("readCourtBundle", given, options)
        return answer

    def read_archive(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The files of a workflow that has ended, as a ZIP archive: documents, certificate, record, attachments.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/archive``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: bytes = self._call("readArchive", given, options)
        return answer

    def read_archives(
        self,
        *,
        workspace_id: int,
        ids: str,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The files of several workflows that have ended, as one ZIP archive with a folder for each.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/archive``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param ids: Ids of the workflows, comma-joined; at most 100
        """
        given = {
            "workspaceId": workspace_id,
            "ids": ids,
        }
        answer: bytes = self._call("readArchives", given, options)
        return answer

    def list_attachments(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.ListAttachmentsItem]:
        """List the files that signers attached.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/attachments``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.ListAttachmentsItem] = self._call("listAttachments", given, options)
        return answer

    def read_attachment(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        field_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The bytes of a file that a signer attached.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields/{fieldId}/attachment``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param field_id: Id of the field
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "fieldId": field_id,
        }
        answer: bytes = self._call("readAttachment", given, options)
        return answer

    def list_annexes(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.Annex]:
        """List the files that the sender has added for information.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.Annex] = self._call("listAnnexes", given, options)
        return answer

    def add_annex(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        annex: Upload,
        options: Optional[CallOptions] = None,
    ) -> types.Annex:
        """Add a file for information to a draft: people can download it, and nobody signs it.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param annex: Any file of at most 20 MiB
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "annex": annex,
        }
        answer: types.Annex = self._call("addAnnex", given, options)
        return answer

    def read_annex(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        annex_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The bytes of a file that was added for information.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param annex_id: Id of the annex
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "annexId": annex_id,
        }
        answer: bytes = self._call("readAnnex", given, options)
        return answer

    def remove_annex(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        annex_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a file for information from a draft.

        ``DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param annex_id: Id of the annex
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "annexId": annex_id,
        }
        self._call("removeAnnex", given, options)

    def create_workflow(
        self,
        *,
        workspace_id: int,
        name: str,
        document: Union[Upload, List[Upload]],
        annex: Union[types.AnnexUploads, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        sender_name: Union[str, NotGiven] = NOT_GIVEN,
        sender_message: Union[str, NotGiven] = NOT_GIVEN,
        scheduled_start_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        followers: Union[List[types.NewFollower], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Create a draft from a PDF; recipients and steps are added by further calls.

        ``POST /api/v1/workspaces/{workspaceId}/workflows``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: 2 to 250 characters
        :param document: A PDF of at most 20 MiB; each further part `document` is a further document, in order
        :param annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param expiry_date: Seconds since 1970; 7 to 90 days from now, 7 by default
        :param sender_name: The name that the invitations carry as the sender’s; by default the caller’s
        :param sender_message: What the invitations quote; at most 4,000 characters
        :param scheduled_start_date: When the draft is to start by itself, in seconds since 1970; null to start it by a call
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
        :param followers: Who gets copies and acts in nothing; at most 20
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "document": document,
            "annex": annex,
            "type": type,
            "expiryDate": expiry_date,
            "senderName": sender_name,
            "senderMessage": sender_message,
            "scheduledStartDate": scheduled_start_date,
            "metadata": metadata,
            "followers": followers,
        }
        answer: types.Workflow = self._call("createWorkflow", given, options)
        return answer

    def update_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        name: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        new_workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        sender_name: Union[str, NotGiven] = NOT_GIVEN,
        sender_message: Union[Optional[str], NotGiven] = NOT_GIVEN,
        scheduled_start_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Optional[Union[str, float, bool]]], List[Any]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ChangedWorkflow:
        """Change a workflow; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKSPACE_NOT_FOUND, WORKFLOW_HELD.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param name: 2 to 250 characters
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param expiry_date: Seconds since 1970
        :param new_workspace_id: Id of the workspace to move it to
        :param sender_name: The name that the invitations carry as the sender’s
        :param sender_message: What the sender says in the invitations
        :param scheduled_start_date: When the draft is to start by itself, in seconds since 1970; null to start it by a call
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "name": name,
            "type": type,
            "expiryDate": expiry_date,
            "newWorkspaceId": new_workspace_id,
            "senderName": sender_name,
            "senderMessage": sender_message,
            "scheduledStartDate": scheduled_start_date,
            "metadata": metadata,
        }
        answer: types.ChangedWorkflow = self._call("updateWorkflow", given, options)
        return answer

    def edit_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        name: Union[str, NotGiven] = NOT_GIVEN,
        document: Union[Upload, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        new_workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        sender_name: Union[str, NotGiven] = NOT_GIVEN,
        sender_message: Union[Optional[str], NotGiven] = NOT_GIVEN,
        scheduled_start_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ChangedWorkflow:
        """Change a workflow, or replace the document of a draft.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param name: 2 to 250 characters
        :param document: A PDF of at most 20 MiB
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param expiry_date: Seconds since 1970; 7 to 90 days from now, 7 by default
        :param new_workspace_id: Id of the workspace to move it to
        :param sender_name: The name that the invitations carry as the sender’s
        :param sender_message: What the invitations quote; null for nothing
        :param scheduled_start_date: When the draft is to start by itself, in seconds since 1970; null to start it by a call
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "name": name,
            "document": document,
            "type": type,
            "expiryDate": expiry_date,
            "newWorkspaceId": new_workspace_id,
            "senderName": sender_name,
            "senderMessage": sender_message,
            "scheduledStartDate": scheduled_start_date,
            "metadata": metadata,
        }
        answer: types.ChangedWorkflow = self._call("editWorkflow", given, options)
        return answer

    def set_roles(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        recipients: List[types.NewRoleHolder],
        options: Optional[CallOptions] = None,
    ) -> List[types.Recipient]:
        """Set the recipients of a draft and their roles; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipients: The people who act
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "recipients": recipients,
        }
        answer: List[types.Recipient] = self._call("setRoles", given, options)
        return answer

    def set_roles_directly(
        self,
        *,
        workflow_id: types.WorkflowId,
        recipients: List[types.NewRoleHolder],
        options: Optional[CallOptions] = None,
    ) -> List[types.Recipient]:
        """Set the recipients of a draft, without the workspace in the path.

        ``PUT /api/v1/workflows/{workflowId}/roles``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipients: The people who act
        """
        given = {
            "workflowId": workflow_id,
            "recipients": recipients,
        }
        answer: List[types.Recipient] = self._call("setRolesDirectly", given, options)
        return answer

    def add_steps(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        steps: List[types.NewStepOfRoles],
        options: Optional[CallOptions] = None,
    ) -> List[types.Step]:
        """Append steps to a draft; each role acts in one step.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param steps: One after another
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "steps": steps,
        }
        answer: List[types.Step] = self._call("addSteps", given, options)
        return answer

    def set_steps(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        steps: List[types.SetStepsStep],
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Replace the recipients and steps of a draft, in one change.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param steps: One after another
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "steps": steps,
        }
        answer: types.Workflow = self._call("setSteps", given, options)
        return answer

    def set_preferences(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        preferences: List[types.PreferenceChange],
        options: Optional[CallOptions] = None,
    ) -> List[types.PreferenceOutcome]:
        """Set preferences; answers all preferences, the generated secret included.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param preferences: Names and values, as the guide on notifications lists them
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "preferences": preferences,
        }
        answer: List[types.PreferenceOutcome] = self._call("setPreferences", given, options)
        return answer

    def list_fields(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.Field]:
        """The fields of a workflow, in order.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.Field] = self._call("listFields", given, options)
        return answer

    def list_suggested_fields(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        document_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.SuggestedField]:
        """The printed places of a document of a draft where fields could go, and whose they are.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}/suggested-fields``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param document_id: Id of the document
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "documentId": document_id,
        }
        answer: List[types.SuggestedField] = self._call("listSuggestedFields", given, options)
        return answer

    def set_fields(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        fields: List[types.NewField],
        place_fields: Union[Literal["fromText"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.Field]:
        """Set the fields of a draft; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param fields: What is filled in, and where it is placed
        :param place_fields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "fields": fields,
            "placeFields": place_fields,
        }
        answer: List[types.Field] = self._call("setFields", given, options)
        return answer

    def add_document(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        document: Upload,
        replaces: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.AddDocumentAnswer:
        """Add a PDF to a draft, or put it in the place of another; its text anchors and signature form fields become fields.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents``; needs the scope ``workflows:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param document: A PDF of at most 20 MiB
        :param replaces: Id of the document whose place it takes: it keeps its id, its position, and the fields for which the new file has the page in the same size
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "document": document,
            "replaces": replaces,
        }
        answer: types.AddDocumentAnswer = self._call("addDocument", given, options)
        return answer

    def remove_document(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        document_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a document from a draft, with its fields; not the last one.

        ``DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param document_id: Id of the document
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "documentId": document_id,
        }
        self._call("removeDocument", given, options)

    def start_workflow(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.BulkItem]:
        """Start a draft and invite the recipients of its first step.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start``; needs the scope ``workflows:write``.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.BulkItem] = self._call("startWorkflow", given, options)
        return answer

    def delete_workflows(
        self,
        *,
        workspace_id: int,
        workflows: List[types.DeleteWorkflowsWorkflow],
        options: Optional[CallOptions] = None,
    ) -> List[types.BulkItem]:
        """Delete drafts and ended workflows; one bulk item for each.

        ``DELETE /api/v1/workspaces/{workspaceId}/workflows``; needs the scope ``workflows:write``.

        :param workspace_id: Id of the workspace
        :param workflows: The workflows to delete
        """
        given = {
            "workspaceId": workspace_id,
            "workflows": workflows,
        }
        answer: List[types.BulkItem] = self._call("deleteWorkflows", given, options)
        return answer

    def remind_recipients(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        recipients: Union[List[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RemindRecipientsAnswer:
        """Remind the recipients with an open action, or the named ones; each at most once an hour, with the same link.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipients: Ids of the recipients to remind; by default all with an open action
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "recipients": recipients,
        }
        answer: types.RemindRecipientsAnswer = self._call("remindRecipients", given, options)
        return answer

    def reassign_recipient(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        recipient_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        phone: Union[Optional[str], NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        identification: Union[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]], NotGiven] = NOT_GIVEN,
        reason: Union[Optional[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Recipient:
        """Correct a recipient's name, or give their part to another address: older links end, a new one is mailed.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipient_id: Id of the recipient
        :param name: The name of the recipient from now on
        :param email: The address from now on; another address means another person
        :param phone: With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is
        :param language: Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is
        :param identification: Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is
        :param reason: Why; recorded in the trail
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "recipientId": recipient_id,
            "name": name,
            "email": email,
            "phone": phone,
            "language": language,
            "identification": identification,
            "reason": reason,
        }
        answer: types.Recipient = self._call("reassignRecipient", given, options)
        return answer

    def read_workflow_reminders(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.ReadWorkflowRemindersAnswer:
        """Who is reminded next, and when; and what the mail server said of those whom no mail reaches.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/reminders``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.ReadWorkflowRemindersAnswer = self._call("readWorkflowReminders", given, options)
        return answer

    def list_followers(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.Follower]:
        """Who gets copies of a workflow, and when they opened their link.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.Follower] = self._call("listFollowers", given, options)
        return answer

    def set_followers(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        followers: List[types.NewFollower],
        options: Optional[CallOptions] = None,
    ) -> List[types.Follower]:
        """Set who gets copies of a workflow, also while it is running; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param followers: Who gets copies and acts in nothing; at most 20
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "followers": followers,
        }
        answer: List[types.Follower] = self._call("setFollowers", given, options)
        return answer

    def open_workflow_session(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.OpenWorkflowSessionAnswer:
        """Addresses of the designer and the view page, for a browser that is not signed in.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.OpenWorkflowSessionAnswer = self._call("openWorkflowSession", given, options)
        return answer

    def create_embedded_design(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        origin: str,
        field_types: Union[Optional[List[types.FieldType]], NotGiven] = NOT_GIVEN,
        lock_recipients: Union[bool, NotGiven] = NOT_GIVEN,
        lock_documents: Union[bool, NotGiven] = NOT_GIVEN,
        show_start: Union[bool, NotGiven] = NOT_GIVEN,
        language: Union[Optional[str], NotGiven] = NOT_GIVEN,
        lifetime_seconds: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreateEmbeddedDesignAnswer:
        """Have a draft prepared in a frame of your own page: an address that opens once.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param origin: The origin of the page that shows the frame; one that the app, or of a key the organization, has listed
        :param field_types: The types of fields that may be placed there; others stay where the draft has them. Null or absent: all types
        :param lock_recipients: Whether the people of the draft stay as they are; false by default
        :param lock_documents: Whether its files stay as they are; false by default
        :param show_start: Whether the draft can be started there; by default it is only prepared, and your server starts it
        :param language: Of the page, such as `de`; null: as the browser says
        :param lifetime_seconds: How long the frame lasts once it is opened; 3600 by default
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "origin": origin,
            "fieldTypes": field_types,
            "lockRecipients": lock_recipients,
            "lockDocuments": lock_documents,
            "showStart": show_start,
            "language": language,
            "lifetimeSeconds": lifetime_seconds,
        }
        answer: types.CreateEmbeddedDesignAnswer = self._call("createEmbeddedDesign", given, options)
        return answer

    def create_in_person_session(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        recipient_id: int,
        way: Union[types.HandingOver, NotGiven] = NOT_GIVEN,
        return_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreateInPersonSessionAnswer:
        """Let a recipient sign in person: an address for this device, or a link to copy, once.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipient_id: Id of the recipient
        :param way: `device`, the default, to be opened on a device of the caller within 5 minutes; `link`, to be copied for the recipient and opened within 15
        :param return_url: Where the page leads once the device is handed back; https. Without it, to the lock of the session
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "recipientId": recipient_id,
            "way": way,
            "returnUrl": return_url,
        }
        answer: types.CreateInPersonSessionAnswer = self._call("createInPersonSession", given, options)
        return answer

    def create_embedded_session(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        recipient_id: int,
        origin: str,
        authenticated_by: types.CreateEmbeddedSessionAuthenticatedBy,
        return_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        language: Union[Optional[str], NotGiven] = NOT_GIVEN,
        lifetime_seconds: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreateEmbeddedSessionAnswer:
        """Let a recipient sign in a frame of your own page: an address that opens once.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/embedded-session``; needs the scope ``workflows:sign-embedded``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param recipient_id: Id of the recipient
        :param origin: The origin of the page that shows the frame; one that the app, or of a key the organization, has listed
        :param authenticated_by: How your product knows the person; evidence says it as your word, never as ours
        :param return_url: Where a link in the frame leads back, with `envelopeId` and `event`; at a listed origin
        :param language: Of the page, such as `de`; null: as the browser says
        :param lifetime_seconds: How long the frame lasts once it is opened; 1800 by default
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "recipientId": recipient_id,
            "origin": origin,
            "authenticatedBy": authenticated_by,
            "returnUrl": return_url,
            "language": language,
            "lifetimeSeconds": lifetime_seconds,
        }
        answer: types.CreateEmbeddedSessionAnswer = self._call("createEmbeddedSession", given, options)
        return answer

    def list_mails(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.Mail]:
        """The mails about a workflow with their states, oldest first.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.Mail] = self._call("listMails", given, options)
        return answer

    def retry_mail(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        mail_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Mail:
        """Send a failed mail again.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails/{mailId}/retry``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param mail_id: Id of the mail
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "mailId": mail_id,
        }
        answer: types.Mail = self._call("retryMail", given, options)
        return answer

    def list_deliveries(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> List[types.Delivery]:
        """The notifications of a workflow and every attempt to deliver them, oldest first.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: List[types.Delivery] = self._call("listDeliveries", given, options)
        return answer

    def replay_delivery(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        delivery_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Delivery:
        """Deliver a notification again.

        ``POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries/{deliveryId}/replay``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param delivery_id: Id of the delivery
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
            "deliveryId": delivery_id,
        }
        answer: types.Delivery = self._call("replayDelivery", given, options)
        return answer

    def read_transfer(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.Transfer:
        """Whether the files of a workflow are at the destination of its workspace.

        ``GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer``; needs the scope ``workflows:read``.

        Fails with WORKFLOW_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.Transfer = self._call("readTransfer", given, options)
        return answer

    def start_transfer(
        self,
        *,
        workspace_id: int,
        workflow_id: types.WorkflowId,
        options: Optional[CallOptions] = None,
    ) -> types.Transfer:
        """Write the files of a signed workflow to the destination of its workspace, now or once more.

        ``PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer/start``; needs the scope ``workflows:write``.

        Fails with WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param workflow_id: Of the workflow: its integer id or its 40-character id
        """
        given = {
            "workspaceId": workspace_id,
            "workflowId": workflow_id,
        }
        answer: types.Transfer = self._call("startTransfer", given, options)
        return answer


class TemplateOperations(_Caller):
    def update_template_retention(
        self,
        *,
        template_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        signed_years: Union[Optional[int], NotGiven] = NOT_GIVEN,
        draft_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        stopped_months: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionPolicies:
        """Set how long workflows that are made of a template are kept; absent properties stay.

        ``PUT /api/v1/organization/retention/templates/{templateId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, TEMPLATE_NOT_FOUND.

        :param template_id: Id of the template
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param signed_years: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
        :param draft_days: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
        :param stopped_months: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
        """
        given = {
            "templateId": template_id,
            "organizationId": organization_id,
            "signedYears": signed_years,
            "draftDays": draft_days,
            "stoppedMonths": stopped_months,
        }
        answer: types.RetentionPolicies = self._call("updateTemplateRetention", given, options)
        return answer

    def list_template_annexes(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.Annex]:
        """List the files for information that each workflow made of a template gets a copy of.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: List[types.Annex] = self._call("listTemplateAnnexes", given, options)
        return answer

    def add_template_annex(
        self,
        *,
        workspace_id: int,
        template_id: int,
        annex: Upload,
        options: Optional[CallOptions] = None,
    ) -> types.Annex:
        """Add a file for information to a template.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes``; needs the scope ``templates:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param annex: Any file of at most 20 MiB
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "annex": annex,
        }
        answer: types.Annex = self._call("addTemplateAnnex", given, options)
        return answer

    def read_template_annex(
        self,
        *,
        workspace_id: int,
        template_id: int,
        annex_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The bytes of a file for information of a template.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param annex_id: Id of the annex
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "annexId": annex_id,
        }
        answer: bytes = self._call("readTemplateAnnex", given, options)
        return answer

    def remove_template_annex(
        self,
        *,
        workspace_id: int,
        template_id: int,
        annex_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a file for information from a template.

        ``DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param annex_id: Id of the annex
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "annexId": annex_id,
        }
        self._call("removeTemplateAnnex", given, options)

    def read_template_reminders(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """How recipients of the workflows that are made of a template are reminded by themselves.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: types.ReminderDefault = self._call("readTemplateReminders", given, options)
        return answer

    def update_template_reminders(
        self,
        *,
        workspace_id: int,
        template_id: int,
        reminders: Optional[str],
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """Set how recipients of the workflows that are made of a template are reminded by themselves.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "reminders": reminders,
        }
        answer: types.ReminderDefault = self._call("updateTemplateReminders", given, options)
        return answer

    def list_template_followers(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.TemplateFollower]:
        """Who gets copies of the workflows that are made of a template.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: List[types.TemplateFollower] = self._call("listTemplateFollowers", given, options)
        return answer

    def set_template_followers(
        self,
        *,
        workspace_id: int,
        template_id: int,
        followers: List[types.NewTemplateFollower],
        options: Optional[CallOptions] = None,
    ) -> List[types.TemplateFollower]:
        """Set who gets copies of the workflows that are made of a template; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param followers: Who gets copies and acts in nothing; at most 20
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "followers": followers,
        }
        answer: List[types.TemplateFollower] = self._call("setTemplateFollowers", given, options)
        return answer

    def clone_template(
        self,
        *,
        template_id: int,
        workspace_id: int,
        name: str,
        recipients: List[types.CloneTemplateRecipient],
        has_to_be_started: Union[bool, NotGiven] = NOT_GIVEN,
        values: Union[Dict[str, Optional[Union[str, float]]], NotGiven] = NOT_GIVEN,
        lock: Union[bool, NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Dict[str, Optional[Union[str, float, bool]]], List[Any]], NotGiven] = NOT_GIVEN,
        sender_message: Union[Optional[str], NotGiven] = NOT_GIVEN,
        expiry_date: Union[int, NotGiven] = NOT_GIVEN,
        preferences: Union[List[types.PreferenceChange], NotGiven] = NOT_GIVEN,
        followers: Union[List[types.NewFollower], NotGiven] = NOT_GIVEN,
        tags: Union[List[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Workflow:
        """Make a workflow of a template, with exactly as many recipients as it expects, in its order; also needs the scope templates:read.

        ``POST /api/v1/cloner/template/{templateId}/workflow``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, WORKSPACE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, DOCUMENT_NOT_ACCEPTED, STORAGE_QUOTA_REACHED.

        :param template_id: Id of the template
        :param workspace_id: Id of the workspace
        :param name: The name of the workflow, 2 to 250 characters
        :param recipients: The people in the places of the template’s placeholders, in their order
        :param has_to_be_started: Whether it starts at once; false by default. Default: false
        :param values: What its fields say from the start, by their keys; a text, or a number as one. Empty or null: nothing
        :param lock: Whether signers cannot change what `values` fills in; false by default. Default: false
        :param metadata: Your own pairs, as elsewhere
        :param sender_message: What the sender says in the invitations; absent: as in the template, null: nothing
        :param expiry_date: Seconds since 1970; absent: after the `expiryDays` of the template
        :param preferences: Change those of the template: those not named stay, and an empty value takes one back
        :param followers: Who gets copies: those that the template asks for, in its order, then further ones
        :param tags: Ids of tags of the workspace that it gets
        """
        given = {
            "templateId": template_id,
            "workspaceId": workspace_id,
            "name": name,
            "recipients": recipients,
            "hasToBeStarted": has_to_be_started,
            "values": values,
            "lock": lock,
            "metadata": metadata,
            "senderMessage": sender_message,
            "expiryDate": expiry_date,
            "preferences": preferences,
            "followers": followers,
            "tags": tags,
        }
        answer: types.Workflow = self._call("cloneTemplate", given, options)
        return answer

    def list_templates(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Template]:
        """List the templates of a workspace, newest first; a query searches names and recipients.

        ``GET /api/v1/workspaces/{workspaceId}/templates``; needs the scope ``templates:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
            "query": query,
        }
        answer: Page[types.Template] = self._page("listTemplates", given, options)
        return answer

    def create_template(
        self,
        *,
        workspace_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        document: Union[Upload, NotGiven] = NOT_GIVEN,
        annex: Union[types.AnnexUploads, NotGiven] = NOT_GIVEN,
        from_workflow_id: Union[int, NotGiven] = NOT_GIVEN,
        placeholders: Union[List[types.CreateTemplatePlaceholder], NotGiven] = NOT_GIVEN,
        ask_followers: Union[bool, NotGiven] = NOT_GIVEN,
        from_template_id: Union[int, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        sender_message: Union[Optional[str], NotGiven] = NOT_GIVEN,
        expiry_days: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WholeTemplate:
        """Make a template: of PDFs (a form with document, or documents[0] and on), or as JSON of a workflow (fromWorkflowId, which also needs the scope workflows:read) or of another template (fromTemplateId).

        ``POST /api/v1/workspaces/{workspaceId}/templates``; needs the scope ``templates:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, WORKFLOW_NOT_FOUND, TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: 2 to 250 characters
        :param document: A PDF of at most 20 MiB
        :param annex: A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20
        :param from_workflow_id: Make it out of a workflow, without a document
        :param placeholders: With `fromWorkflowId`: what the places of its recipients are called; others are called after the person
        :param ask_followers: With `fromWorkflowId`: whether the addresses of its followers stay behind, and are asked when the template is used
        :param from_template_id: Make it out of another template, without a document
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param sender_message: What the invitations quote; null for nothing
        :param expiry_days: Days from when a workflow is made of it to its deadline; 90 by default
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "document": document,
            "annex": annex,
            "fromWorkflowId": from_workflow_id,
            "placeholders": placeholders,
            "askFollowers": ask_followers,
            "fromTemplateId": from_template_id,
            "type": type,
            "senderMessage": sender_message,
            "expiryDays": expiry_days,
        }
        answer: types.WholeTemplate = self._call("createTemplate", given, options)
        return answer

    def read_template(
        self,
        *,
        workspace_id: int,
        template_id: int,
        session: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WholeTemplate:
        """Read a whole template; with `session=1` its file links need no credential for fifteen minutes.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param session: `1`: links to files open without a credential for 15 minutes
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "session": session,
        }
        answer: types.WholeTemplate = self._call("readTemplate", given, options)
        return answer

    def read_template_schema(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """What a call of the cloner may say of this template, as JSON Schema: placeholders, and values of fields by key.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/schema``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: Dict[str, Any] = self._call("readTemplateSchema", given, options)
        return answer

    def update_template(
        self,
        *,
        workspace_id: int,
        template_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[types.WorkflowType, NotGiven] = NOT_GIVEN,
        sender_message: Union[Optional[str], NotGiven] = NOT_GIVEN,
        expiry_days: Union[int, NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        new_workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WholeTemplate:
        """Change a template; absent properties stay, and workflows created from it do not change.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND, WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param name: 2 to 250 characters
        :param type: The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where nothing for them is set up
        :param sender_message: What the sender says in the invitations; `{document}` stands for the name of the workflow
        :param expiry_days: Days from creating a workflow to its deadline
        :param language: The language of people for whom none is said when a workflow is made of it; null removes it
        :param new_workspace_id: Id of the workspace to move it to
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "name": name,
            "type": type,
            "senderMessage": sender_message,
            "expiryDays": expiry_days,
            "language": language,
            "newWorkspaceId": new_workspace_id,
        }
        answer: types.WholeTemplate = self._call("updateTemplate", given, options)
        return answer

    def delete_template(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a template with its files; workflows created from it stay.

        ``DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        self._call("deleteTemplate", given, options)

    def set_template_roles(
        self,
        *,
        workspace_id: int,
        template_id: int,
        recipients: List[types.SetTemplateRolesRecipient],
        options: Optional[CallOptions] = None,
    ) -> List[types.TemplateRecipient]:
        """Set the placeholders of a template and their roles; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/roles``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param recipients: The placeholders that people take the place of
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "recipients": recipients,
        }
        answer: List[types.TemplateRecipient] = self._call("setTemplateRoles", given, options)
        return answer

    def add_template_steps(
        self,
        *,
        workspace_id: int,
        template_id: int,
        steps: List[types.NewStepOfRoles],
        options: Optional[CallOptions] = None,
    ) -> List[types.TemplateStep]:
        """Append steps; each role acts in one step. Answers all steps.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param steps: One after another
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "steps": steps,
        }
        answer: List[types.TemplateStep] = self._call("addTemplateSteps", given, options)
        return answer

    def set_template_steps(
        self,
        *,
        workspace_id: int,
        template_id: int,
        steps: List[types.NewStepOfRoles],
        options: Optional[CallOptions] = None,
    ) -> List[types.TemplateStep]:
        """Set all steps; each role acts in one step.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param steps: One after another
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "steps": steps,
        }
        answer: List[types.TemplateStep] = self._call("setTemplateSteps", given, options)
        return answer

    def set_template_preferences(
        self,
        *,
        workspace_id: int,
        template_id: int,
        preferences: List[types.PreferenceChange],
        options: Optional[CallOptions] = None,
    ) -> List[types.PreferenceOutcome]:
        """Set what its workflows will prefer; answers all preferences, the generated secret included.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/preferences``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param preferences: Names and values, as the guide on notifications lists them
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "preferences": preferences,
        }
        answer: List[types.PreferenceOutcome] = self._call("setTemplatePreferences", given, options)
        return answer

    def list_template_fields(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.Field]:
        """The fields of a template, in order.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: List[types.Field] = self._call("listTemplateFields", given, options)
        return answer

    def list_template_suggestions(
        self,
        *,
        workspace_id: int,
        template_id: int,
        document_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.SuggestedField]:
        """The printed places and tags of a document where fields could go, and whose they are.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields``; needs the scope ``templates:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, DOCUMENT_NOT_ACCEPTED.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param document_id: Id of the document
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "documentId": document_id,
        }
        answer: List[types.SuggestedField] = self._call("listTemplateSuggestions", given, options)
        return answer

    def set_template_fields(
        self,
        *,
        workspace_id: int,
        template_id: int,
        fields: List[types.NewField],
        place_fields: Union[Literal["fromText"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.Field]:
        """Set the fields of a template; those not named are removed.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param fields: What is filled in, and where it is placed
        :param place_fields: `fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag that cannot become one is refused. Without it tags are text like any other
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "fields": fields,
            "placeFields": place_fields,
        }
        answer: List[types.Field] = self._call("setTemplateFields", given, options)
        return answer

    def export_answers(
        self,
        *,
        workspace_id: int,
        template_id: int,
        format: Union[Literal["csv", "jsonl"], NotGiven] = NOT_GIVEN,
        ids: Union[str, NotGiven] = NOT_GIVEN,
        ended_from: Union[int, NotGiven] = NOT_GIVEN,
        ended_before: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        creator_email: Union[str, NotGiven] = NOT_GIVEN,
        http_source_types: Union[str, NotGiven] = NOT_GIVEN,
        http_source_values: Union[str, NotGiven] = NOT_GIVEN,
        filed: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[types.WorkflowFilters, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """What was filled in in the workflows made of a template: a table (CSV) with a column for each field, or a JSON object a line; also needs the scope templates:read.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/answers``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param format: Default: `csv`
        :param ids: Only the workflows with these ids, comma-joined
        :param ended_from: Only those that ended then or later, in seconds since 1970
        :param ended_before: Only those that ended before it, in seconds since 1970
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param status: Only those in one of these statuses, comma-joined
        :param creator_email: Only those created by the user with this address
        :param http_source_types: Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`
        :param http_source_values: Only those created by these apps or keys, comma-joined
        :param filed: `0`: only those that are not filed away; `1`: only those that are
        :param expires_before: Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first
        :param tags: Ids of tags; one of them is enough
        :param filters: The filters of the list in brackets
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "format": format,
            "ids": ids,
            "endedFrom": ended_from,
            "endedBefore": ended_before,
            "query": query,
            "status": status,
            "creatorEmail": creator_email,
            "httpSourceTypes": http_source_types,
            "httpSourceValues": http_source_values,
            "filed": filed,
            "expiresBefore": expires_before,
            "tags": tags,
            "filters": filters,
        }
        answer: bytes = self._call("exportAnswers", given, options)
        return answer

    def add_template_document(
        self,
        *,
        workspace_id: int,
        template_id: int,
        document: Upload,
        options: Optional[CallOptions] = None,
    ) -> types.WholeTemplate:
        """Add a PDF to a template; its text anchors and signature form fields become fields.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents``; needs the scope ``templates:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param document: A PDF of at most 20 MiB
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "document": document,
        }
        answer: types.WholeTemplate = self._call("addTemplateDocument", given, options)
        return answer

    def remove_template_document(
        self,
        *,
        workspace_id: int,
        template_id: int,
        document_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a document from a template, with its fields; not the last one.

        ``DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param document_id: Id of the document
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "documentId": document_id,
        }
        self._call("removeTemplateDocument", given, options)

    def set_template_tags(
        self,
        *,
        workspace_id: int,
        template_id: int,
        tags: List[int],
        options: Optional[CallOptions] = None,
    ) -> List[types.Tag]:
        """Set the tags of a template; those not named are removed. Answers its tags.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/tags``; needs the scope ``templates:write``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param tags: Ids of all its tags
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "tags": tags,
        }
        answer: List[types.Tag] = self._call("setTemplateTags", given, options)
        return answer

    def read_template_file(
        self,
        *,
        template_id: int,
        key: str,
        expires: Union[int, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[Literal["original", "source"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """Download a document of a template.

        ``GET /api/v1/storage/template/{templateId}/doc/{key}``.

        Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.

        :param template_id: Id of the template
        :param key: A random key
        :param expires: Until when the signature of the link is valid, in seconds since 1970
        :param signature: The signature of the link
        :param version: `original`: the PDF, as without it. `source`: the picture or document that it was made of, as it was sent
        """
        given = {
            "templateId": template_id,
            "key": key,
            "expires": expires,
            "signature": signature,
            "version": version,
        }
        answer: bytes = self._call("readTemplateFile", given, options)
        return answer

    def read_template_thumb(
        self,
        *,
        template_id: int,
        key: str,
        expires: Union[int, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The picture of the first page of a template's document.

        ``GET /api/v1/storage/template/{templateId}/thumb/{key}``.

        Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.

        :param template_id: Id of the template
        :param key: A random key
        :param expires: Until when the signature of the link is valid, in seconds since 1970
        :param signature: The signature of the link
        """
        given = {
            "templateId": template_id,
            "key": key,
            "expires": expires,
            "signature": signature,
        }
        answer: bytes = self._call("readTemplateThumb", given, options)
        return answer

    def create_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        file: Upload,
        name: Union[str, NotGiven] = NOT_GIVEN,
        mapping: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        start_date: Union[int, NotGiven] = NOT_GIVEN,
        rate_per_minute: Union[int, NotGiven] = NOT_GIVEN,
        lock: Union[bool, NotGiven] = NOT_GIVEN,
        preferences: Union[List[types.NewPreference], NotGiven] = NOT_GIVEN,
        tags: Union[List[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Take over a table, a workflow for each row; nothing is sent before the job is started.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param file: A table as CSV: headings, then a row for each workflow. Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252; at most 10000 rows, 100 columns and 20 MiB
        :param name: What the workflows are called, such as `Offer for {{Employee.name}}`; also `{{field:KEY}}`, `{{id}}`, `{{row}}`. By default as the template
        :param mapping: What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore`
        :param start_date: When sending begins once the job was started, in seconds since 1970; without it at once
        :param rate_per_minute: How many rows are sent in a minute at most
        :param lock: Whether signers cannot change what the table fills in; false by default
        :param preferences: Change those of the template, as in the cloner
        :param tags: Ids of tags of the workspace that each workflow gets
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "file": file,
            "name": name,
            "mapping": mapping,
            "startDate": start_date,
            "ratePerMinute": rate_per_minute,
            "lock": lock,
            "preferences": preferences,
            "tags": tags,
        }
        answer: types.BulkJob = self._call("createBulkJob", given, options)
        return answer

    def list_bulk_jobs(
        self,
        *,
        workspace_id: int,
        template_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.BulkJob]:
        """The bulk jobs of a template, newest first.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.BulkJob] = self._page("listBulkJobs", given, options)
        return answer

    def read_bulk_sample(
        self,
        *,
        workspace_id: int,
        template_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The headings of a table for this template, with an example.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/sample.csv``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
        }
        answer: bytes = self._call("readBulkSample", given, options)
        return answer

    def read_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """How far a bulk job is.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
        }
        answer: types.BulkJob = self._call("readBulkJob", given, options)
        return answer

    def update_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        mapping: Dict[str, str],
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Say anew what the columns mean; every row is checked again.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        :param mapping: What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with `name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore`
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
            "mapping": mapping,
        }
        answer: types.BulkJob = self._call("updateBulkJob", given, options)
        return answer

    def start_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        skip_invalid: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Send the rows of a bulk job that is ready.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/start``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        :param skip_invalid: Leave rows with problems out, instead of refusing; false by default. Default: false
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
            "skipInvalid": skip_invalid,
        }
        answer: types.BulkJob = self._call("startBulkJob", given, options)
        return answer

    def pause_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Send no further rows until it is resumed.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/pause``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
        }
        answer: types.BulkJob = self._call("pauseBulkJob", given, options)
        return answer

    def resume_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Go on after a pause.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/resume``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
        }
        answer: types.BulkJob = self._call("resumeBulkJob", given, options)
        return answer

    def cancel_bulk_job(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.BulkJob:
        """Send no further rows ever; workflows that were made stay.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/cancel``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
        }
        answer: types.BulkJob = self._call("cancelBulkJob", given, options)
        return answer

    def list_bulk_rows(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        state: Union[Literal["waiting", "valid", "invalid", "sent", "failed", "canceled"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListBulkRowsItem]:
        """The rows of a bulk job in their order, with problems and workflows.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/rows``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param state: Only rows in this state
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
            "page": page,
            "limit": limit,
            "state": state,
        }
        answer: Page[types.ListBulkRowsItem] = self._page("listBulkRows", given, options)
        return answer

    def export_bulk_rows(
        self,
        *,
        workspace_id: int,
        template_id: int,
        bulk_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """What became of each row, as CSV.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk/{bulkId}/result.csv``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param bulk_id: Id of the bulk job
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "bulkId": bulk_id,
        }
        answer: bytes = self._call("exportBulkRows", given, options)
        return answer

    def create_public_link(
        self,
        *,
        workspace_id: int,
        template_id: int,
        name: str,
        placeholder_id: int,
        people: Union[List[types.CreatePublicLinkPeople], NotGiven] = NOT_GIVEN,
        opens_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        closes_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        maximum: Union[Optional[int], NotGiven] = NOT_GIVEN,
        once_per_person: Union[bool, NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        prefill_keys: Union[List[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreatePublicLinkAnswer:
        """Make an address at which visitors fill in and sign a template.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param name: What its page and its workflows’ trails call it: 2 to 250 characters
        :param placeholder_id: Who comes takes its place; it acts alone in the first step
        :param people: Who takes other places each time; for places not named here, the person who comes is asked
        :param opens_date: From when people may come, in seconds since 1970; null: at once
        :param closes_date: Until when, in seconds since 1970; null: until it is ended
        :param maximum: How many workflows there may be: those under way and those answered; null: no limit
        :param once_per_person: Whether each address may answer once only; false by default
        :param language: Of the page and the mails; null: that of the browser
        :param prefill_keys: Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "name": name,
            "placeholderId": placeholder_id,
            "people": people,
            "opensDate": opens_date,
            "closesDate": closes_date,
            "maximum": maximum,
            "oncePerPerson": once_per_person,
            "language": language,
            "prefillKeys": prefill_keys,
        }
        answer: types.CreatePublicLinkAnswer = self._call("createPublicLink", given, options)
        return answer

    def list_public_links(
        self,
        *,
        workspace_id: int,
        template_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.PublicLink]:
        """The public links of a template, newest first.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.PublicLink] = self._page("listPublicLinks", given, options)
        return answer

    def read_public_link(
        self,
        *,
        workspace_id: int,
        template_id: int,
        link_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.PublicLink:
        """A public link, its address and its counts.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param link_id: Id of the public link
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "linkId": link_id,
        }
        answer: types.PublicLink = self._call("readPublicLink", given, options)
        return answer

    def update_public_link(
        self,
        *,
        workspace_id: int,
        template_id: int,
        link_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        people: Union[List[types.UpdatePublicLinkPeople], NotGiven] = NOT_GIVEN,
        opens_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        closes_date: Union[Optional[int], NotGiven] = NOT_GIVEN,
        maximum: Union[Optional[int], NotGiven] = NOT_GIVEN,
        once_per_person: Union[bool, NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        prefill_keys: Union[List[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.PublicLink:
        """Change a public link; what is left out stays.

        ``PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param link_id: Id of the public link
        :param name: What its page and its workflows’ trails call it: 2 to 250 characters
        :param people: Who takes other places each time; for places not named here, the person who comes is asked
        :param opens_date: From when people may come, in seconds since 1970; null: at once
        :param closes_date: Until when, in seconds since 1970; null: until it is ended
        :param maximum: How many workflows there may be: those under way and those answered; null: no limit
        :param once_per_person: Whether each address may answer once only; false by default
        :param language: Of the page and the mails; null: that of the browser
        :param prefill_keys: Keys of fields of this placeholder that `?prefill[key]=` of the address may fill in unsigned
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "linkId": link_id,
            "name": name,
            "people": people,
            "opensDate": opens_date,
            "closesDate": closes_date,
            "maximum": maximum,
            "oncePerPerson": once_per_person,
            "language": language,
            "prefillKeys": prefill_keys,
        }
        answer: types.PublicLink = self._call("updatePublicLink", given, options)
        return answer

    def end_public_link(
        self,
        *,
        workspace_id: int,
        template_id: int,
        link_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """End a public link: its page says so, and what was begun goes on.

        ``DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param link_id: Id of the public link
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "linkId": link_id,
        }
        self._call("endPublicLink", given, options)

    def renew_public_link_secret(
        self,
        *,
        workspace_id: int,
        template_id: int,
        link_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.RenewPublicLinkSecretAnswer:
        """Another secret to sign addresses with; those signed with the former one count no more.

        ``POST /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/secret``; needs the scope ``workflows:write``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param link_id: Id of the public link
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "linkId": link_id,
        }
        answer: types.RenewPublicLinkSecretAnswer = self._call("renewPublicLinkSecret", given, options)
        return answer

    def list_submissions(
        self,
        *,
        workspace_id: int,
        template_id: int,
        link_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListSubmissionsItem]:
        """Who came by a public link, newest first, with their workflows.

        ``GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/links/{linkId}/submissions``; needs the scope ``workflows:read``.

        Fails with TEMPLATE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param template_id: Id of the template
        :param link_id: Id of the public link
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "templateId": template_id,
            "linkId": link_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.ListSubmissionsItem] = self._page("listSubmissions", given, options)
        return answer


class SealOperations(_Caller):
    def create_seal(
        self,
        *,
        document: Upload,
        name: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.OrganizationSeal:
        """Seal a PDF in the name of the organization; electronic invoices stay PDF/A-3.

        ``POST /api/v1/seals``; needs the scope ``seals:write``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED, WORKSPACE_NOT_FOUND, STORAGE_QUOTA_REACHED.

        :param document: A PDF of at most 20 MiB
        :param name: What it is called in lists; without it the name of the file
        :param workspace_id: Without it the caller’s first workspace
        :param metadata: Your own pairs: at most 10, keys of 40 and values of 250 characters
        """
        given = {
            "document": document,
            "name": name,
            "workspaceId": workspace_id,
            "metadata": metadata,
        }
        answer: types.OrganizationSeal = self._call("createSeal", given, options)
        return answer

    def list_seals(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "completed", "failed"], NotGiven] = NOT_GIVEN,
        creator_email: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[types.ListSealsFilters, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.OrganizationSeal]:
        """List seals, newest first.

        ``GET /api/v1/seals``; needs the scope ``seals:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names for each of these words; at most 20
        :param workspace_id: Only those of this workspace
        :param status: Only those in this status
        :param creator_email: Only those created by the user with this address
        :param filters: The same filters in brackets: `filters[status]=pending`
        :param metadata: Only those with these pairs of your own
        """
        given = {
            "page": page,
            "limit": limit,
            "query": query,
            "workspaceId": workspace_id,
            "status": status,
            "creatorEmail": creator_email,
            "filters": filters,
            "metadata": metadata,
        }
        answer: Page[types.OrganizationSeal] = self._page("listSeals", given, options)
        return answer

    def read_seal(
        self,
        *,
        seal_id: str,
        options: Optional[CallOptions] = None,
    ) -> types.OrganizationSeal:
        """Read a seal: whether its file is sealed, or what it waits for.

        ``GET /api/v1/seals/{sealId}``; needs the scope ``seals:read``.

        Fails with NOT_FOUND.

        :param seal_id: Of the seal: 40 characters, its date of creation and 32 hex digits
        """
        given = {
            "sealId": seal_id,
        }
        answer: types.OrganizationSeal = self._call("readSeal", given, options)
        return answer

    def read_sealed_file(
        self,
        *,
        seal_id: str,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The sealed PDF.

        ``GET /api/v1/seals/{sealId}/content``; needs the scope ``seals:read``.

        Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param seal_id: Of the seal: 40 characters, its date of creation and 32 hex digits
        """
        given = {
            "sealId": seal_id,
        }
        answer: bytes = self._call("readSealedFile", given, options)
        return answer

    def read_seal_certificate(
        self,
        *,
        seal_id: str,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The certificate of sealing: a page that says what was sealed, by whom, when, and how to verify it.

        ``GET /api/v1/seals/{sealId}/certificate``; needs the scope ``seals:read``.

        Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param seal_id: Of the seal: 40 characters, its date of creation and 32 hex digits
        """
        given = {
            "sealId": seal_id,
        }
        answer: bytes = self._call("readSealCertificate", given, options)
        return answer

    def retry_seal(
        self,
        *,
        seal_id: str,
        options: Optional[CallOptions] = None,
    ) -> types.OrganizationSeal:
        """Try again to make a seal that failed, once its cause is mended.

        ``POST /api/v1/seals/{sealId}/retry``; needs the scope ``seals:write``.

        Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param seal_id: Of the seal: 40 characters, its date of creation and 32 hex digits
        """
        given = {
            "sealId": seal_id,
        }
        answer: types.OrganizationSeal = self._call("retrySeal", given, options)
        return answer

    def delete_seal(
        self,
        *,
        seal_id: str,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a seal with its files; the log keeps the hash.

        ``DELETE /api/v1/seals/{sealId}``; needs the scope ``seals:write``.

        Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.

        :param seal_id: Of the seal: 40 characters, its date of creation and 32 hex digits
        """
        given = {
            "sealId": seal_id,
        }
        self._call("deleteSeal", given, options)


class WorkspaceOperations(_Caller):
    def create_workspace(
        self,
        *,
        name: str,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Workspace:
        """Create a workspace; its creator owns it.

        ``POST /api/v1/workspaces``; needs the scope ``workspaces:write``.

        Fails with NOT_FOUND.

        :param name: 2 to 250 characters
        :param description: What the workspace is for
        :param organization_id: Id of the organization; by default the oldest that the caller runs or belongs to
        """
        given = {
            "name": name,
            "description": description,
            "organizationId": organization_id,
        }
        answer: types.Workspace = self._call("createWorkspace", given, options)
        return answer

    def update_workspace(
        self,
        *,
        workspace_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Workspace:
        """Change the name or description of a workspace; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: 2 to 250 characters
        :param description: What the workspace is for; null for nothing
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "description": description,
        }
        answer: types.Workspace = self._call("updateWorkspace", given, options)
        return answer

    def delete_workspace(
        self,
        *,
        workspace_id: int,
        new_workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Close a workspace without running workflows; ended ones move to another workspace.

        ``DELETE /api/v1/workspaces/{workspaceId}``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, WORKFLOW_STATUS_CONFLICT, WORKFLOW_HELD.

        :param workspace_id: Id of the workspace
        :param new_workspace_id: Where the ended workflows go; else the oldest other workspace of the organization in which the caller may create workflows
        """
        given = {
            "workspaceId": workspace_id,
            "newWorkspaceId": new_workspace_id,
        }
        self._call("deleteWorkspace", given, options)

    def update_workspace_users(
        self,
        *,
        workspace_id: int,
        users: List[types.UpdateWorkspaceUsersUser],
        options: Optional[CallOptions] = None,
    ) -> List[types.WorkspaceUser]:
        """Add members to a workspace and change roles; users that are not named stay.

        ``PUT /api/v1/workspaces/{workspaceId}/users``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param users: The members to add or change
        """
        given = {
            "workspaceId": workspace_id,
            "users": users,
        }
        answer: List[types.WorkspaceUser] = self._call("updateWorkspaceUsers", given, options)
        return answer

    def update_workspace_users_alias(
        self,
        *,
        workspace_id: int,
        users: List[types.UpdateWorkspaceUsersAliasUser],
        options: Optional[CallOptions] = None,
    ) -> List[types.WorkspaceUser]:
        """The same, at the address that the specification prints.

        ``PUT /workspaces/{workspaceId}/users``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param users: The members to add or change
        """
        given = {
            "workspaceId": workspace_id,
            "users": users,
        }
        answer: List[types.WorkspaceUser] = self._call("updateWorkspaceUsersAlias", given, options)
        return answer

    def remove_workspace_user(
        self,
        *,
        workspace_id: int,
        workspace_user_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a user from a workspace; one owner must remain.

        ``DELETE /api/v1/workspaces/{workspaceId}/users/{workspaceUserId}``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param workspace_user_id: Id of the user of the workspace
        """
        given = {
            "workspaceId": workspace_id,
            "workspaceUserId": workspace_user_id,
        }
        self._call("removeWorkspaceUser", given, options)

    def list_workspaces(
        self,
        options: Optional[CallOptions] = None,
    ) -> List[types.Workspace]:
        """The workspaces of the caller.

        ``GET /api/v1/workspaces``; needs the scope ``workspaces:read``.
        """
        answer: List[types.Workspace] = self._call("listWorkspaces", {}, options)
        return answer

    def read_workspace(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Workspace:
        """One workspace.

        ``GET /api/v1/workspaces/{workspaceId}``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.Workspace = self._call("readWorkspace", given, options)
        return answer

    def list_tags(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> List[types.Tag]:
        """The tags of a workspace, by name.

        ``GET /api/v1/workspaces/{workspaceId}/tags``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: List[types.Tag] = self._call("listTags", given, options)
        return answer

    def create_tag(
        self,
        *,
        workspace_id: int,
        name: str,
        color: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Tag:
        """Create a tag.

        ``POST /api/v1/workspaces/{workspaceId}/tags``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: At most 40 characters; unique in the workspace
        :param color: Such as #1D4ED8
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "color": color,
        }
        answer: types.Tag = self._call("createTag", given, options)
        return answer

    def update_tag(
        self,
        *,
        workspace_id: int,
        tag_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        color: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Tag:
        """Rename or recolour a tag wherever it is assigned; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}/tags/{tagId}``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param tag_id: Id of the tag
        :param name: At most 40 characters; unique in the workspace
        :param color: Such as #1D4ED8
        """
        given = {
            "workspaceId": workspace_id,
            "tagId": tag_id,
            "name": name,
            "color": color,
        }
        answer: types.Tag = self._call("updateTag", given, options)
        return answer

    def delete_tag(
        self,
        *,
        workspace_id: int,
        tag_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a tag; it is removed from workflows and templates.

        ``DELETE /api/v1/workspaces/{workspaceId}/tags/{tagId}``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param tag_id: Id of the tag
        """
        given = {
            "workspaceId": workspace_id,
            "tagId": tag_id,
        }
        self._call("deleteTag", given, options)

    def list_contacts(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Contact]:
        """The contacts of a workspace, those used last first.

        ``GET /api/v1/workspaces/{workspaceId}/contacts``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param search: Searches names and addresses for each of these words, in any order, without case or accents
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
            "search": search,
        }
        answer: Page[types.Contact] = self._page("listContacts", given, options)
        return answer

    def create_contact(
        self,
        *,
        workspace_id: int,
        name: str,
        email: str,
        phone: Union[Optional[str], NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Contact:
        """Add a contact; a workspace has at most 10000.

        ``POST /api/v1/workspaces/{workspaceId}/contacts``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: The person’s name
        :param email: The person’s email address
        :param phone: With the country code, as +41791234567 (E.164); null for none
        :param language: Of mails to the person; null for their browser’s
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "email": email,
            "phone": phone,
            "language": language,
        }
        answer: types.Contact = self._call("createContact", given, options)
        return answer

    def update_contact(
        self,
        *,
        workspace_id: int,
        contact_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        phone: Union[Optional[str], NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Contact:
        """Change a contact; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}/contacts/{contactId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param contact_id: Id of the contact
        :param name: The person’s name
        :param email: The person’s email address
        :param phone: With the country code, as +41791234567 (E.164); null for none
        :param language: Of mails to the person; null for their browser’s
        """
        given = {
            "workspaceId": workspace_id,
            "contactId": contact_id,
            "name": name,
            "email": email,
            "phone": phone,
            "language": language,
        }
        answer: types.Contact = self._call("updateContact", given, options)
        return answer

    def delete_contact(
        self,
        *,
        workspace_id: int,
        contact_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a contact; the next workflow for the person makes it anew where contacts are learned.

        ``DELETE /api/v1/workspaces/{workspaceId}/contacts/{contactId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param contact_id: Id of the contact
        """
        given = {
            "workspaceId": workspace_id,
            "contactId": contact_id,
        }
        self._call("deleteContact", given, options)

    def import_contacts(
        self,
        *,
        workspace_id: int,
        text: str,
        options: Optional[CallOptions] = None,
    ) -> types.ImportContactsAnswer:
        """Add a list of people; contacts with the same addresses are changed. All rows, or none and every problem.

        ``POST /api/v1/workspaces/{workspaceId}/contacts/import``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param text: CSV, columns of a spreadsheet, or `Name <address>; …`. With headings (name, email, phone, language) or without. Problems are named by row, counted from 1 with the headings: `rows[3][email]`
        """
        given = {
            "workspaceId": workspace_id,
            "text": text,
        }
        answer: types.ImportContactsAnswer = self._call("importContacts", given, options)
        return answer

    def list_message_templates(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.MessageTemplate]:
        """The message templates of a workspace, by name.

        ``GET /api/v1/workspaces/{workspaceId}/message-templates``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.MessageTemplate] = self._page("listMessageTemplates", given, options)
        return answer

    def create_message_template(
        self,
        *,
        workspace_id: int,
        name: str,
        text: str,
        options: Optional[CallOptions] = None,
    ) -> types.MessageTemplate:
        """Add a message template; a workspace has at most 200.

        ``POST /api/v1/workspaces/{workspaceId}/message-templates``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: By which users choose it; upper and lower case are the same
        :param text: The message; `{document}` stands for the name of the document, where the page for sending takes it over
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "text": text,
        }
        answer: types.MessageTemplate = self._call("createMessageTemplate", given, options)
        return answer

    def update_message_template(
        self,
        *,
        workspace_id: int,
        message_template_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.MessageTemplate:
        """Change a message template; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param message_template_id: Id of the message template
        :param name: By which users choose it; upper and lower case are the same
        :param text: The message; `{document}` stands for the name of the document, where the page for sending takes it over
        """
        given = {
            "workspaceId": workspace_id,
            "messageTemplateId": message_template_id,
            "name": name,
            "text": text,
        }
        answer: types.MessageTemplate = self._call("updateMessageTemplate", given, options)
        return answer

    def delete_message_template(
        self,
        *,
        workspace_id: int,
        message_template_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a message template; workflows that used its text keep it.

        ``DELETE /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param message_template_id: Id of the message template
        """
        given = {
            "workspaceId": workspace_id,
            "messageTemplateId": message_template_id,
        }
        self._call("deleteMessageTemplate", given, options)

    def list_field_blocks(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.FieldBlock]:
        """The saved blocks of fields of a workspace, by name.

        ``GET /api/v1/workspaces/{workspaceId}/field-blocks``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.FieldBlock] = self._page("listFieldBlocks", given, options)
        return answer

    def create_field_block(
        self,
        *,
        workspace_id: int,
        name: str,
        fields: List[types.NewBlockField],
        options: Optional[CallOptions] = None,
    ) -> types.FieldBlock:
        """Save a block of fields; a workspace has at most 200.

        ``POST /api/v1/workspaces/{workspaceId}/field-blocks``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param name: By which users choose it; upper and lower case are the same
        :param fields: Its fields, without whose they are, what they say, keys, formulas and conditions
        """
        given = {
            "workspaceId": workspace_id,
            "name": name,
            "fields": fields,
        }
        answer: types.FieldBlock = self._call("createFieldBlock", given, options)
        return answer

    def update_field_block(
        self,
        *,
        workspace_id: int,
        field_block_id: int,
        name: Union[str, NotGiven] = NOT_GIVEN,
        fields: Union[List[types.NewBlockField], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.FieldBlock:
        """Rename a block of fields, or replace its fields; absent properties stay.

        ``PUT /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param field_block_id: Id of the block
        :param name: By which users choose it; upper and lower case are the same
        :param fields: Its fields, without whose they are, what they say, keys, formulas and conditions
        """
        given = {
            "workspaceId": workspace_id,
            "fieldBlockId": field_block_id,
            "name": name,
            "fields": fields,
        }
        answer: types.FieldBlock = self._call("updateFieldBlock", given, options)
        return answer

    def delete_field_block(
        self,
        *,
        workspace_id: int,
        field_block_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a block of fields; fields that were made of it stay.

        ``DELETE /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param field_block_id: Id of the block
        """
        given = {
            "workspaceId": workspace_id,
            "fieldBlockId": field_block_id,
        }
        self._call("deleteFieldBlock", given, options)

    def read_workspace_reminders(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """How recipients are reminded by themselves where the workflow does not say it.

        ``GET /api/v1/workspaces/{workspaceId}/reminders``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.ReminderDefault = self._call("readWorkspaceReminders", given, options)
        return answer

    def update_workspace_reminders(
        self,
        *,
        workspace_id: int,
        reminders: Optional[str],
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """Set how recipients are reminded by themselves in one workspace.

        ``PUT /api/v1/workspaces/{workspaceId}/reminders``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
        """
        given = {
            "workspaceId": workspace_id,
            "reminders": reminders,
        }
        answer: types.ReminderDefault = self._call("updateWorkspaceReminders", given, options)
        return answer

    def read_workspace_defaults(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Defaults:
        """What documents of a workspace begin with in the app.

        ``GET /api/v1/workspaces/{workspaceId}/defaults``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.Defaults = self._call("readWorkspaceDefaults", given, options)
        return answer

    def update_workspace_defaults(
        self,
        *,
        workspace_id: int,
        expiry_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        type: Union[Optional[types.WorkflowType], NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Defaults:
        """Set deadline, level and language that documents of one workspace begin with in the app.

        ``PUT /api/v1/workspaces/{workspaceId}/defaults``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param expiry_days: Days until the deadline
        :param type: A level that is offered
        :param language: Of people for whom none is chosen
        """
        given = {
            "workspaceId": workspace_id,
            "expiryDays": expiry_days,
            "type": type,
            "language": language,
        }
        answer: types.Defaults = self._call("updateWorkspaceDefaults", given, options)
        return answer

    def list_workspace_bulk_jobs(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.BulkJob]:
        """The bulk jobs of all templates of a workspace, newest first.

        ``GET /api/v1/workspaces/{workspaceId}/bulk``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.BulkJob] = self._page("listWorkspaceBulkJobs", given, options)
        return answer

    def create_export(
        self,
        *,
        workspace_id: int,
        ids: Union[List[int], NotGiven] = NOT_GIVEN,
        filter: Union[types.WorkflowFilter, NotGiven] = NOT_GIVEN,
        contents: Union[List[Literal["documents", "certificates", "evidence", "attachments"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Export:
        """Ask for a ZIP archive of many workflows; a job writes it.

        ``POST /api/v1/workspaces/{workspaceId}/exports``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, WORKFLOW_NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param ids: Ids of the workflows
        :param filter: Instead of ids: the filters of the list of workflows; all that they find, at most 10000
        :param contents: `documents` as they are now; `certificates` and `evidence` (the record as JSON) of what has ended; `attachments`: what signers attached, files for information and sources. By default documents and certificates. The index is always there; of an empty list it is all
        """
        given = {
            "workspaceId": workspace_id,
            "ids": ids,
            "filter": filter,
            "contents": contents,
        }
        answer: types.Export = self._call("createExport", given, options)
        return answer

    def list_exports(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Export]:
        """Your exports of a workspace, newest first.

        ``GET /api/v1/workspaces/{workspaceId}/exports``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.Export] = self._page("listExports", given, options)
        return answer

    def read_export(
        self,
        *,
        workspace_id: int,
        export_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Export:
        """How far an export is.

        ``GET /api/v1/workspaces/{workspaceId}/exports/{exportId}``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param export_id: Id of the export, as the answer of the call that asked for it has it
        """
        given = {
            "workspaceId": workspace_id,
            "exportId": export_id,
        }
        answer: types.Export = self._call("readExport", given, options)
        return answer

    def cancel_export(
        self,
        *,
        workspace_id: int,
        export_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.Export:
        """End an export; an archive that is done is deleted.

        ``DELETE /api/v1/workspaces/{workspaceId}/exports/{exportId}``; needs the scope ``workflows:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param export_id: Id of the export, as the answer of the call that asked for it has it
        """
        given = {
            "workspaceId": workspace_id,
            "exportId": export_id,
        }
        answer: types.Export = self._call("cancelExport", given, options)
        return answer

    def download_export(
        self,
        *,
        workspace_id: int,
        export_id: int,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The ZIP archive of an export that is done, whole or a range of it.

        ``GET /api/v1/workspaces/{workspaceId}/exports/{exportId}/archive``; needs the scope ``workflows:read``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param workspace_id: Id of the workspace
        :param export_id: Id of the export, as the answer of the call that asked for it has it
        """
        given = {
            "workspaceId": workspace_id,
            "exportId": export_id,
        }
        answer: bytes = self._call("downloadExport", given, options)
        return answer

    def read_destination(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.DestinationState:
        """Where the sealed files of a workspace are written to.

        ``GET /api/v1/workspaces/{workspaceId}/destination``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.DestinationState = self._call("readDestination", given, options)
        return answer

    def save_destination(
        self,
        *,
        workspace_id: int,
        kind: Literal["webdav", "bucket"],
        url: str,
        user: str,
        secret: Union[str, NotGiven] = NOT_GIVEN,
        region: Union[Optional[str], NotGiven] = NOT_GIVEN,
        path_pattern: Union[str, NotGiven] = NOT_GIVEN,
        include: Union[List[Literal["evidence", "attachments", "archive"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.DestinationState:
        """Set where the sealed files of a workspace are written to, from the next one on.

        ``PUT /api/v1/workspaces/{workspaceId}/destination``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param kind: A folder of a WebDAV server, or a bucket
        :param url: The address of the folder, or of the bucket, with `https://`
        :param user: The user, or the access key of a bucket
        :param secret: The password or secret key; never shown again. Absent: it stays, with the same kind, server and user
        :param region: Of a bucket; `us-east-1` by default
        :param path_pattern: Folders below the address, of `{year}`, `{month}`, `{day}`, `{workflow}`, `{sender}`, `{id}` and other text; `{year}/{workflow}` by default
        :param include: Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP; nothing by default
        """
        given = {
            "workspaceId": workspace_id,
            "kind": kind,
            "url": url,
            "user": user,
            "secret": secret,
            "region": region,
            "pathPattern": path_pattern,
            "include": include,
        }
        answer: types.DestinationState = self._call("saveDestination", given, options)
        return answer

    def delete_destination(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Write no more sealed files of a workspace elsewhere; what was written stays there.

        ``DELETE /api/v1/workspaces/{workspaceId}/destination``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        self._call("deleteDestination", given, options)

    def try_destination(
        self,
        *,
        workspace_id: int,
        options: Optional[CallOptions] = None,
    ) -> types.ProviderFindings:
        """Write a small file to the destination, read it back and remove it, and say what the server answered.

        ``POST /api/v1/workspaces/{workspaceId}/destination/try``; needs the scope ``workspaces:write``.

        Fails with WORKSPACE_NOT_FOUND, NOT_FOUND.

        :param workspace_id: Id of the workspace
        """
        given = {
            "workspaceId": workspace_id,
        }
        answer: types.ProviderFindings = self._call("tryDestination", given, options)
        return answer

    def list_transfers(
        self,
        *,
        workspace_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        state: Union[Literal["pending", "failed"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListTransfersItem]:
        """The workflows whose files are not at the destination, the newest first.

        ``GET /api/v1/workspaces/{workspaceId}/destination/transfers``; needs the scope ``workspaces:read``.

        Fails with WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param state: Those that were given up (`failed`, the default), or are tried again
        """
        given = {
            "workspaceId": workspace_id,
            "page": page,
            "limit": limit,
            "state": state,
        }
        answer: Page[types.ListTransfersItem] = self._page("listTransfers", given, options)
        return answer


class OrganizationOperations(_Caller):
    def read_contact_settings(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadContactSettingsAnswer:
        """Whether the workspaces of the organization learn contacts from workflows that are started.

        ``GET /api/v1/organization/contacts``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ReadContactSettingsAnswer = self._call("readContactSettings", given, options)
        return answer

    def update_contact_settings(
        self,
        *,
        learning: bool,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.UpdateContactSettingsAnswer:
        """Switch the learning of contacts on or off; contacts that there are stay.

        ``PUT /api/v1/organization/contacts``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param learning: Whether contacts are learned from now on
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "learning": learning,
            "organizationId": organization_id,
        }
        answer: types.UpdateContactSettingsAnswer = self._call("updateContactSettings", given, options)
        return answer

    def rename_organization(
        self,
        *,
        name: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.OrganizationRef:
        """Rename the organization.

        ``PUT /api/v1/organization``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param name: 2 to 250 characters
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "name": name,
            "organizationId": organization_id,
        }
        answer: types.OrganizationRef = self._call("renameOrganization", given, options)
        return answer

    def list_members(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Literal["invited"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Member]:
        """The members of the organization, in the order in which they were added.

        ``GET /api/v1/organization/members``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param status: Those alone who have not joined
        """
        given = {
            "page": page,
            "limit": limit,
            "query": query,
            "organizationId": organization_id,
            "status": status,
        }
        answer: Page[types.Member] = self._page("listMembers", given, options)
        return answer

    def invite_members(
        self,
        *,
        members: List[types.InviteMembersMember],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        language: Union[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[Dict[str, types.InviteMembersItemValue]]:
        """Invite people by mail; one outcome an address, in the order of the call.

        ``POST /api/v1/organization/members``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param members: The people to invite
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param language: Of the mails, also where they are mailed again; that of the caller’s account by default. Who has an account here gets their own
        """
        given = {
            "members": members,
            "organizationId": organization_id,
            "language": language,
        }
        answer: List[Dict[str, types.InviteMembersItemValue]] = self._call("inviteMembers", given, options)
        return answer

    def update_member(
        self,
        *,
        member_id: int,
        administrator: bool,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Member:
        """Make a member an administrator, or revoke that.

        ``PUT /api/v1/organization/members/{memberId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param member_id: Id of the member
        :param administrator: Whether they run the organization
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "memberId": member_id,
            "administrator": administrator,
            "organizationId": organization_id,
        }
        answer: types.Member = self._call("updateMember", given, options)
        return answer

    def remove_member(
        self,
        *,
        member_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a member from the organization and its workspaces.

        ``DELETE /api/v1/organization/members/{memberId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param member_id: Id of the member
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "memberId": member_id,
            "organizationId": organization_id,
        }
        self._call("removeMember", given, options)

    def preview_hand_over(
        self,
        *,
        member_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.PreviewHandOverAnswer:
        """What a member would hand over: what is under way, templates and apps.

        ``GET /api/v1/organization/members/{memberId}/hand-over``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param member_id: Id of the member
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "memberId": member_id,
            "organizationId": organization_id,
        }
        answer: types.PreviewHandOverAnswer = self._call("previewHandOver", given, options)
        return answer

    def hand_over_member(
        self,
        *,
        member_id: int,
        to: int,
        remove: bool,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.HandOverMemberAnswer:
        """Hand all that a member has under way over to another one, and remove them if asked.

        ``POST /api/v1/organization/members/{memberId}/hand-over``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param member_id: Id of the member
        :param to: Id of the member who takes over
        :param remove: Whether the member is removed from the organization in the same act
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "memberId": member_id,
            "to": to,
            "remove": remove,
            "organizationId": organization_id,
        }
        answer: types.HandOverMemberAnswer = self._call("handOverMember", given, options)
        return answer

    def invite_member_again(
        self,
        *,
        member_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Member:
        """Mail an invitation again; the former link ends.

        ``POST /api/v1/organization/members/{memberId}/invitation``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param member_id: Id of the member
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "memberId": member_id,
            "organizationId": organization_id,
        }
        answer: types.Member = self._call("inviteMemberAgain", given, options)
        return answer

    def list_roles(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.Role]:
        """The roles that can be granted: those of every organization, then its own.

        ``GET /api/v1/organization/roles``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: List[types.Role] = self._call("listRoles", given, options)
        return answer

    def create_role(
        self,
        *,
        name: str,
        permissions: List[str],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Role:
        """Create a role of the organization; its key is derived from its name.

        ``POST /api/v1/organization/roles``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param name: 2 to 250 characters
        :param permissions: Which permissions it grants
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "name": name,
            "permissions": permissions,
            "organizationId": organization_id,
        }
        answer: types.Role = self._call("createRole", given, options)
        return answer

    def update_role(
        self,
        *,
        role_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        permissions: Union[List[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Role:
        """Change the name or permissions of a role; absent properties stay.

        ``PUT /api/v1/organization/roles/{roleId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param role_id: Id of the role
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param name: 2 to 250 characters
        :param permissions: Which permissions it grants
        """
        given = {
            "roleId": role_id,
            "organizationId": organization_id,
            "name": name,
            "permissions": permissions,
        }
        answer: types.Role = self._call("updateRole", given, options)
        return answer

    def delete_role(
        self,
        *,
        role_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a role that no user has.

        ``DELETE /api/v1/organization/roles/{roleId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param role_id: Id of the role
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "roleId": role_id,
            "organizationId": organization_id,
        }
        self._call("deleteRole", given, options)

    def read_organization_picture(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The bytes of the picture that stamps show, a PNG; 404 without one.

        ``GET /api/v1/organization/picture``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: bytes = self._call("readOrganizationPicture", given, options)
        return answer

    def update_organization_picture(
        self,
        *,
        picture: Upload,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Set the picture that stamps show in documents that start from now on.

        ``PUT /api/v1/organization/picture``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param picture: A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "picture": picture,
            "organizationId": organization_id,
        }
        self._call("updateOrganizationPicture", given, options)

    def delete_organization_picture(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove the picture: stamps of documents that start from now on show their text.

        ``DELETE /api/v1/organization/picture``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        self._call("deleteOrganizationPicture", given, options)

    def read_levels(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.LevelOffers:
        """The levels and identifications that the organization is offered, and what the others need.

        ``GET /api/v1/organization/levels``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKSPACE_NOT_FOUND.

        :param organization_id: Id of the organization. Default: the oldest that the caller runs, or belongs to
        :param workspace_id: The workspace whose role of the caller `permitted` is about
        """
        given = {
            "organizationId": organization_id,
            "workspaceId": workspace_id,
        }
        answer: types.LevelOffers = self._call("readLevels", given, options)
        return answer

    def update_levels(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        default_identification: Union[Optional[Literal["code-sms", "code-mail", "passkey", "identity-provider"]], NotGiven] = NOT_GIVEN,
        roles: Union[List[types.UpdateLevelsRole], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.LevelOffers:
        """Set how signers are identified where their sender says nothing, and which levels roles may ask for.

        ``PUT /api/v1/organization/levels``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Id of the organization. Default: the oldest that the caller runs, or belongs to
        :param default_identification: One that is offered; null for the first that is offered and suits each recipient. Left out, it stays
        :param roles: Roles that may ask for other levels from now on; those that are not named keep theirs
        """
        given = {
            "organizationId": organization_id,
            "defaultIdentification": default_identification,
            "roles": roles,
        }
        answer: types.LevelOffers = self._call("updateLevels", given, options)
        return answer

    def list_organization_events(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[str, NotGiven] = NOT_GIVEN,
        person_id: Union[int, NotGiven] = NOT_GIVEN,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        to: Union[int, NotGiven] = NOT_GIVEN,
        after: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListOrganizationEventsItem]:
        """The record of the organization: who did what, from where, the newest first.

        ``GET /api/v1/organization/events``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param kind: One kind, or the beginning of several before the dot: `member.removed`, `member`
        :param person_id: The id of an account that acted, or whom it is about
        :param from_: Since then, in seconds since 1970
        :param to: Before then, in seconds since 1970
        :param after: Those with a higher number in the chain alone, in its order
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "page": page,
            "limit": limit,
            "kind": kind,
            "personId": person_id,
            "from": from_,
            "to": to,
            "after": after,
            "organizationId": organization_id,
        }
        answer: Page[types.ListOrganizationEventsItem] = self._page("listOrganizationEvents", given, options)
        return answer

    def export_organization_events(
        self,
        *,
        format: Union[Literal["csv", "jsonl"], NotGiven] = NOT_GIVEN,
        kind: Union[str, NotGiven] = NOT_GIVEN,
        person_id: Union[int, NotGiven] = NOT_GIVEN,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        to: Union[int, NotGiven] = NOT_GIVEN,
        after: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """All of the record that the filters find, oldest first: a table (CSV), or a JSON object a line.

        ``GET /api/v1/organization/events/export``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param format: Default: `csv`
        :param kind: One kind, or the beginning of several before the dot: `member.removed`, `member`
        :param person_id: The id of an account that acted, or whom it is about
        :param from_: Since then, in seconds since 1970
        :param to: Before then, in seconds since 1970
        :param after: Those with a higher number in the chain alone, in its order
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "format": format,
            "kind": kind,
            "personId": person_id,
            "from": from_,
            "to": to,
            "after": after,
            "organizationId": organization_id,
        }
        answer: bytes = self._call("exportOrganizationEvents", given, options)
        return answer

    def read_collector(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CollectorState:
        """Where the record of the organization is sent as it grows, and how far that has come.

        ``GET /api/v1/organization/collector``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.CollectorState = self._call("readCollector", given, options)
        return answer

    def save_collector(
        self,
        *,
        url: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        format: Union[Literal["json", "otlp"], NotGiven] = NOT_GIVEN,
        authorization: Union[Optional[str], NotGiven] = NOT_GIVEN,
        position: Union[int, NotGiven] = NOT_GIVEN,
        renew_secret: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.SaveCollectorAnswer:
        """Set where the record of the organization is sent as it grows.

        ``PUT /api/v1/organization/collector``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param url: The address, with `https://`
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param format: `json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON). Default: `json`
        :param authorization: The value of a header `Authorization`; null: none. Absent: it stays, with the same server
        :param position: Sends what comes after this number of the record; 0 of a new one, as it is by default
        :param renew_secret: Makes another secret; the former one ends at once
        """
        given = {
            "url": url,
            "organizationId": organization_id,
            "format": format,
            "authorization": authorization,
            "position": position,
            "renewSecret": renew_secret,
        }
        answer: types.SaveCollectorAnswer = self._call("saveCollector", given, options)
        return answer

    def delete_collector(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Send the record nowhere any more; what was sent stays there.

        ``DELETE /api/v1/organization/collector``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        self._call("deleteCollector", given, options)

    def retry_collector(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CollectorState:
        """Try the collector now.

        ``POST /api/v1/organization/collector/retry``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.CollectorState = self._call("retryCollector", given, options)
        return answer

    def read_usage(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadUsageAnswer:
        """What the organization used, by month and workspace, the newest month first.

        ``GET /api/v1/organization/usage``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param from_: The first month, as `2026-01`. Default: that eleven months before the last
        :param to: The last month, with which the period has at most 60. Default: the current one, of UTC
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "from": from_,
            "to": to,
            "organizationId": organization_id,
        }
        answer: types.ReadUsageAnswer = self._call("readUsage", given, options)
        return answer

    def export_usage(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The same as a table (CSV).

        ``GET /api/v1/organization/usage/export``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param from_: The first month, as `2026-01`. Default: that eleven months before the last
        :param to: The last month, with which the period has at most 60. Default: the current one, of UTC
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "from": from_,
            "to": to,
            "organizationId": organization_id,
        }
        answer: bytes = self._call("exportUsage", given, options)
        return answer

    def read_brand(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """How the organization shows itself: the draft, and what is published.

        ``GET /api/v1/organization/brand``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.BrandState = self._call("readBrand", given, options)
        return answer

    def update_brand(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        accent: Union[Optional[str], NotGiven] = NOT_GIVEN,
        sender_name: Union[Optional[str], NotGiven] = NOT_GIVEN,
        reply_address: Union[Optional[str], NotGiven] = NOT_GIVEN,
        footer: Union[Optional[str], NotGiven] = NOT_GIVEN,
        disclosures: Union[List[types.UpdateBrandDisclosure], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """Change the draft; absent values stay, null removes one.

        ``PUT /api/v1/organization/brand``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param accent: As `#rrggbb`, with a contrast of at least 4.5 on light pages; its shades for dark ones are derived
        :param sender_name: At most 80 characters
        :param reply_address: An email address
        :param footer: At most 400 characters, plain text
        :param disclosures: All texts, one a language; what is left out is removed
        """
        given = {
            "organizationId": organization_id,
            "accent": accent,
            "senderName": sender_name,
            "replyAddress": reply_address,
            "footer": footer,
            "disclosures": disclosures,
        }
        answer: types.BrandState = self._call("updateBrand", given, options)
        return answer

    def withdraw_brand(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """Show nothing of its own from now on; the draft stays.

        ``DELETE /api/v1/organization/brand``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.BrandState = self._call("withdrawBrand", given, options)
        return answer

    def publish_brand(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """Show the draft from now on.

        ``POST /api/v1/organization/brand/publish``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.BrandState = self._call("publishBrand", given, options)
        return answer

    def read_brand_logo(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        phase: Union[Literal["draft", "published"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The logo, a PNG; 404 without one.

        ``GET /api/v1/organization/brand/logo``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param phase: Default: draft
        """
        given = {
            "organizationId": organization_id,
            "phase": phase,
        }
        answer: bytes = self._call("readBrandLogo", given, options)
        return answer

    def update_brand_logo(
        self,
        *,
        picture: Upload,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """Set the logo of the draft.

        ``PUT /api/v1/organization/brand/logo``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param picture: A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "picture": picture,
            "organizationId": organization_id,
        }
        answer: types.BrandState = self._call("updateBrandLogo", given, options)
        return answer

    def delete_brand_logo(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.BrandState:
        """Remove the logo of the draft.

        ``DELETE /api/v1/organization/brand/logo``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.BrandState = self._call("deleteBrandLogo", given, options)
        return answer

    def preview_brand_mail(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        language: Union[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """An invitation as the draft would make it, a page of HTML.

        ``GET /api/v1/organization/brand/mail``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param language: Default: English
        """
        given = {
            "organizationId": organization_id,
            "language": language,
        }
        answer: bytes = self._call("previewBrandMail", given, options)
        return answer

    def read_agent_settings(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadAgentSettingsAnswer:
        """What agents may do in an organization; `off` where nobody has allowed anything.

        ``GET /api/v1/organization/agents``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ReadAgentSettingsAnswer = self._call("readAgentSettings", given, options)
        return answer

    def update_agent_settings(
        self,
        *,
        mode: Literal["off", "drafts", "confirmation"],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.UpdateAgentSettingsAnswer:
        """Set what agents may do in an organization; it counts at once.

        ``PUT /api/v1/organization/agents``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param mode: `off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "mode": mode,
            "organizationId": organization_id,
        }
        answer: types.UpdateAgentSettingsAnswer = self._call("updateAgentSettings", given, options)
        return answer

    def read_agent_allowance(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadAgentAllowanceAnswer:
        """What agents may send by themselves; nothing, where nobody has allowed it.

        ``GET /api/v1/organization/agents/allowance``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ReadAgentAllowanceAnswer = self._call("readAgentAllowance", given, options)
        return answer

    def update_agent_allowance(
        self,
        *,
        templates: List[int],
        domains: List[str],
        daily_cap: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.UpdateAgentAllowanceAnswer:
        """Set what agents may send by themselves, without a person; it counts at once.

        ``PUT /api/v1/organization/agents/allowance``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param templates: Ids of templates of the organization; each is listed as it is now
        :param domains: Domains such as example.com; what is below one is another domain
        :param daily_cap: How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "templates": templates,
            "domains": domains,
            "dailyCap": daily_cap,
            "organizationId": organization_id,
        }
        answer: types.UpdateAgentAllowanceAnswer = self._call("updateAgentAllowance", given, options)
        return answer

    def read_retention(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionPolicies:
        """How long workflows of the organization and of its workspaces are kept.

        ``GET /api/v1/organization/retention``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.RetentionPolicies = self._call("readRetention", given, options)
        return answer

    def update_retention(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        signed_years: Union[Optional[int], NotGiven] = NOT_GIVEN,
        draft_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        stopped_months: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionPolicies:
        """Set how long workflows of the organization are kept; absent properties stay.

        ``PUT /api/v1/organization/retention``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param signed_years: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
        :param draft_days: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
        :param stopped_months: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
        """
        given = {
            "organizationId": organization_id,
            "signedYears": signed_years,
            "draftDays": draft_days,
            "stoppedMonths": stopped_months,
        }
        answer: types.RetentionPolicies = self._call("updateRetention", given, options)
        return answer

    def update_workspace_retention(
        self,
        *,
        workspace_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        signed_years: Union[Optional[int], NotGiven] = NOT_GIVEN,
        draft_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        stopped_months: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionPolicies:
        """Set how long workflows of one workspace are kept; absent properties stay.

        ``PUT /api/v1/organization/retention/workspaces/{workspaceId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKSPACE_NOT_FOUND.

        :param workspace_id: Id of the workspace
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param signed_years: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
        :param draft_days: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
        :param stopped_months: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
        """
        given = {
            "workspaceId": workspace_id,
            "organizationId": organization_id,
            "signedYears": signed_years,
            "draftDays": draft_days,
            "stoppedMonths": stopped_months,
        }
        answer: types.RetentionPolicies = self._call("updateWorkspaceRetention", given, options)
        return answer

    def preview_retention(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        signed_years: Union[Optional[int], NotGiven] = NOT_GIVEN,
        draft_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        stopped_months: Union[Optional[int], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Optional[int], NotGiven] = NOT_GIVEN,
        template_id: Union[Optional[int], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Optional[int], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionEffect:
        """What the next run would erase with other periods; changes nothing.

        ``POST /api/v1/organization/retention/effect``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKSPACE_NOT_FOUND, TEMPLATE_NOT_FOUND, WORKFLOW_NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param signed_years: Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says
        :param draft_days: Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says
        :param stopped_months: Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says
        :param workspace_id: The workspace whose policy would change; null or absent: that of the organization
        :param template_id: The template whose policy would change, instead of a workspace
        :param workflow_id: The workflow whose policy would change, instead of a workspace
        """
        given = {
            "organizationId": organization_id,
            "signedYears": signed_years,
            "draftDays": draft_days,
            "stoppedMonths": stopped_months,
            "workspaceId": workspace_id,
            "templateId": template_id,
            "workflowId": workflow_id,
        }
        answer: types.RetentionEffect = self._call("previewRetention", given, options)
        return answer

    def list_retention_changes(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.RetentionChange]:
        """Who changed how long workflows are kept, when, and from what to what, newest first.

        ``GET /api/v1/organization/retention/changes``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "page": page,
            "limit": limit,
            "organizationId": organization_id,
        }
        answer: Page[types.RetentionChange] = self._page("listRetentionChanges", given, options)
        return answer

    def list_retention_runs(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.RetentionRun]:
        """The runs that erased what was due, and dry runs, newest first.

        ``GET /api/v1/organization/retention/runs``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "page": page,
            "limit": limit,
            "organizationId": organization_id,
        }
        answer: Page[types.RetentionRun] = self._page("listRetentionRuns", given, options)
        return answer

    def start_dry_run(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionRun:
        """Begin a dry run: it shows what the next run would erase, and erases nothing.

        ``POST /api/v1/organization/retention/runs``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.RetentionRun = self._call("startDryRun", given, options)
        return answer

    def read_retention_run(
        self,
        *,
        run_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RetentionRun:
        """One run, and how far it is.

        ``GET /api/v1/organization/retention/runs/{runId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param run_id: Id of the run
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "runId": run_id,
            "organizationId": organization_id,
        }
        answer: types.RetentionRun = self._call("readRetentionRun", given, options)
        return answer

    def list_retention_items(
        self,
        *,
        run_id: int,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.RetentionItem]:
        """The workflows that a run erased or would have erased, and those that a hold kept.

        ``GET /api/v1/organization/retention/runs/{runId}/items``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param run_id: Id of the run
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "runId": run_id,
            "page": page,
            "limit": limit,
            "organizationId": organization_id,
        }
        answer: Page[types.RetentionItem] = self._page("listRetentionItems", given, options)
        return answer

    def list_holds(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Hold]:
        """The legal holds of the organization, those in force first.

        ``GET /api/v1/organization/holds``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "page": page,
            "limit": limit,
            "organizationId": organization_id,
        }
        answer: Page[types.Hold] = self._page("listHolds", given, options)
        return answer

    def place_hold(
        self,
        *,
        reason: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Optional[int], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Optional[int], NotGiven] = NOT_GIVEN,
        email: Union[Optional[str], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Hold:
        """Keep a workflow, a workspace or all of a person from being erased.

        ``POST /api/v1/organization/holds``; needs the scope ``organization:write``.

        Fails with NOT_FOUND, WORKFLOW_NOT_FOUND, WORKSPACE_NOT_FOUND.

        :param reason: Why, as shown to those who are refused
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param workflow_id: Id of the workflow
        :param workspace_id: Id of the workspace
        :param email: Address of a person; exactly one of the three is given
        """
        given = {
            "reason": reason,
            "organizationId": organization_id,
            "workflowId": workflow_id,
            "workspaceId": workspace_id,
            "email": email,
        }
        answer: types.Hold = self._call("placeHold", given, options)
        return answer

    def lift_hold(
        self,
        *,
        hold_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Hold:
        """Lift a legal hold.

        ``POST /api/v1/organization/holds/{holdId}/lift``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param hold_id: Id of the hold
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "holdId": hold_id,
            "organizationId": organization_id,
        }
        answer: types.Hold = self._call("liftHold", given, options)
        return answer

    def read_organization_reminders(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """How recipients are reminded by themselves where neither workflow nor workspace says it.

        ``GET /api/v1/organization/reminders``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ReminderDefault = self._call("readOrganizationReminders", given, options)
        return answer

    def update_organization_reminders(
        self,
        *,
        reminders: Optional[str],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReminderDefault:
        """Set how recipients are reminded by themselves; for workflows that start from now on.

        ``PUT /api/v1/organization/reminders``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param reminders: `off`, or days as in `first=3;every=3;max=5;beforeExpiry=1`; null to follow the next wider one, which is `off` above the organization
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "reminders": reminders,
            "organizationId": organization_id,
        }
        answer: types.ReminderDefault = self._call("updateOrganizationReminders", given, options)
        return answer

    def read_organization_defaults(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Defaults:
        """What documents begin with in the app where the workspace says nothing.

        ``GET /api/v1/organization/defaults``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.Defaults = self._call("readOrganizationDefaults", given, options)
        return answer

    def update_organization_defaults(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        expiry_days: Union[Optional[int], NotGiven] = NOT_GIVEN,
        type: Union[Optional[types.WorkflowType], NotGiven] = NOT_GIVEN,
        language: Union[Optional[Literal["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ar"]], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Defaults:
        """Set deadline, level and language that documents begin with in the app.

        ``PUT /api/v1/organization/defaults``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param expiry_days: Days until the deadline
        :param type: A level that is offered
        :param language: Of people for whom none is chosen
        """
        given = {
            "organizationId": organization_id,
            "expiryDays": expiry_days,
            "type": type,
            "language": language,
        }
        answer: types.Defaults = self._call("updateOrganizationDefaults", given, options)
        return answer

    def read_link_host(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.LinkHostState:
        """The host of its own that links of the organization name.

        ``GET /api/v1/organization/link-host``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.LinkHostState = self._call("readLinkHost", given, options)
        return answer

    def set_link_host(
        self,
        *,
        host: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.LinkHostState:
        """Set a host of its own for links; it counts once it is proven.

        ``PUT /api/v1/organization/link-host``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param host: Such as `sign.example.com`
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "host": host,
            "organizationId": organization_id,
        }
        answer: types.LinkHostState = self._call("setLinkHost", given, options)
        return answer

    def check_link_host(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.LinkHostState:
        """Ask the DNS and the host itself whether it is the organization’s and leads here.

        ``POST /api/v1/organization/link-host/check``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.LinkHostState = self._call("checkLinkHost", given, options)
        return answer

    def remove_link_host(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Have links name the instance again.

        ``DELETE /api/v1/organization/link-host``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        self._call("removeLinkHost", given, options)

    def read_embed_origins(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadEmbedOriginsAnswer:
        """The origins whose pages may show what API keys of the organization open for signing.

        ``GET /api/v1/organization/embed-origins``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ReadEmbedOriginsAnswer = self._call("readEmbedOrigins", given, options)
        return answer

    def update_embed_origins(
        self,
        *,
        embed_origins: List[str],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.UpdateEmbedOriginsAnswer:
        """Set the origins whose pages may show what API keys of the organization open for signing.

        ``PUT /api/v1/organization/embed-origins``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param embed_origins: At most 20, such as `https://app.example.com`; `http://` for localhost only, and no wildcard
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "embedOrigins": embed_origins,
            "organizationId": organization_id,
        }
        answer: types.UpdateEmbedOriginsAnswer = self._call("updateEmbedOrigins", given, options)
        return answer

    def list_webhooks(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> List[types.WebhookEndpoint]:
        """Webhook endpoints of an organization.

        ``GET /api/v1/organization/webhooks``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: List[types.WebhookEndpoint] = self._call("listWebhooks", given, options)
        return answer

    def create_webhook(
        self,
        *,
        url: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        events: Union[List[str], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        ssl_verification: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.CreateWebhookAnswer:
        """Send the events of all workflows of an organization to a server; the secret is shown once.

        ``POST /api/v1/organization/webhooks``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param url: The https address to notify
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param events: Which events are sent; empty or absent for all
        :param enabled: Whether notifications are sent; true by default
        :param ssl_verification: Whether the receiver’s certificate must verify; true by default
        """
        given = {
            "url": url,
            "organizationId": organization_id,
            "events": events,
            "enabled": enabled,
            "sslVerification": ssl_verification,
        }
        answer: types.CreateWebhookAnswer = self._call("createWebhook", given, options)
        return answer

    def read_webhook(
        self,
        *,
        webhook_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WebhookEndpoint:
        """One webhook.

        ``GET /api/v1/organization/webhooks/{webhookId}``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param webhook_id: Id of the webhook
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "webhookId": webhook_id,
            "organizationId": organization_id,
        }
        answer: types.WebhookEndpoint = self._call("readWebhook", given, options)
        return answer

    def update_webhook(
        self,
        *,
        webhook_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        events: Union[List[str], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        ssl_verification: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.WebhookEndpoint:
        """Change a webhook, or switch it off and on; absent properties stay.

        ``PUT /api/v1/organization/webhooks/{webhookId}``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param webhook_id: Id of the webhook
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param url: The https address to notify
        :param events: Which events are sent; empty or absent for all
        :param enabled: Whether notifications are sent; true by default
        :param ssl_verification: Whether the receiver’s certificate must verify; true by default
        """
        given = {
            "webhookId": webhook_id,
            "organizationId": organization_id,
            "url": url,
            "events": events,
            "enabled": enabled,
            "sslVerification": ssl_verification,
        }
        answer: types.WebhookEndpoint = self._call("updateWebhook", given, options)
        return answer

    def delete_webhook(
        self,
        *,
        webhook_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a webhook; its pending notifications are dropped.

        ``DELETE /api/v1/organization/webhooks/{webhookId}``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param webhook_id: Id of the webhook
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "webhookId": webhook_id,
            "organizationId": organization_id,
        }
        self._call("deleteWebhook", given, options)

    def rotate_webhook_secret(
        self,
        *,
        webhook_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        overlap_seconds: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RotateWebhookSecretAnswer:
        """Rotate the secret; until the old one ends, every notification is signed by both.

        ``POST /api/v1/organization/webhooks/{webhookId}/secret``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param webhook_id: Id of the webhook
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param overlap_seconds: How long the old secret still signs, at most 604800. Default: 86400
        """
        given = {
            "webhookId": webhook_id,
            "organizationId": organization_id,
            "overlapSeconds": overlap_seconds,
        }
        answer: types.RotateWebhookSecretAnswer = self._call("rotateWebhookSecret", given, options)
        return answer

    def list_webhook_deliveries(
        self,
        *,
        webhook_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.EndpointDelivery]:
        """The deliveries to a webhook and every attempt, newest first.

        ``GET /api/v1/organization/webhooks/{webhookId}/deliveries``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND.

        :param webhook_id: Id of the webhook
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        """
        given = {
            "webhookId": webhook_id,
            "organizationId": organization_id,
            "page": page,
            "limit": limit,
        }
        answer: Page[types.EndpointDelivery] = self._page("listWebhookDeliveries", given, options)
        return answer

    def replay_webhook_delivery(
        self,
        *,
        webhook_id: int,
        delivery_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.EndpointDelivery:
        """Deliver a notification to a webhook again.

        ``POST /api/v1/organization/webhooks/{webhookId}/deliveries/{deliveryId}/replay``; needs the scope ``webhooks:write``.

        Fails with NOT_FOUND, WORKFLOW_STATUS_CONFLICT.

        :param webhook_id: Id of the webhook
        :param delivery_id: Id of the delivery
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "webhookId": webhook_id,
            "deliveryId": delivery_id,
            "organizationId": organization_id,
        }
        answer: types.EndpointDelivery = self._call("replayWebhookDelivery", given, options)
        return answer

    def list_trust_providers(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ListTrustProvidersAnswer:
        """The providers of qualified signatures of the organization, oldest first.

        ``GET /api/v1/organization/trust-providers``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ListTrustProvidersAnswer = self._call("listTrustProviders", given, options)
        return answer

    def create_trust_provider(
        self,
        *,
        name: str,
        base_url: str,
        client_id: str,
        client_secret: str,
        anchors: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        oauth_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        client_authentication: Union[Optional[Literal["body", "header"]], NotGiven] = NOT_GIVEN,
        account: Union[Optional[str], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.TrustProvider:
        """Set up a provider of qualified signatures (CSC API, versions 1.0.4.0 and 2).

        ``POST /api/v1/organization/trust-providers``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param name: Its name, as people who sign are shown it
        :param base_url: Address of its methods, with `https://`: `https://rssp.example.org/csc/v2`
        :param client_id: The id of this instance at the provider
        :param client_secret: The secret of this instance at the provider; never shown again
        :param anchors: The certificates of the authorities that its qualified certificates must lead to, as PEM
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param oauth_url: Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says
        :param client_authentication: Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body
        :param account: The account for `account_token`, where the provider gave one; null or absent: it asks for none
        :param enabled: Whether people can sign with it; true by default
        """
        given = {
            "name": name,
            "baseUrl": base_url,
            "clientId": client_id,
            "clientSecret": client_secret,
            "anchors": anchors,
            "organizationId": organization_id,
            "oauthUrl": oauth_url,
            "clientAuthentication": client_authentication,
            "account": account,
            "enabled": enabled,
        }
        answer: types.TrustProvider = self._call("createTrustProvider", given, options)
        return answer

    def update_trust_provider(
        self,
        *,
        provider_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        base_url: Union[str, NotGiven] = NOT_GIVEN,
        oauth_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        client_authentication: Union[Optional[Literal["body", "header"]], NotGiven] = NOT_GIVEN,
        account: Union[Optional[str], NotGiven] = NOT_GIVEN,
        anchors: Union[str, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.TrustProvider:
        """Change a provider; absent properties stay, and another address needs the secret anew.

        ``PUT /api/v1/organization/trust-providers/{providerId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param provider_id: Id of the provider
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param name: Its name, as people who sign are shown it
        :param base_url: Address of its methods, with `https://`: `https://rssp.example.org/csc/v2`
        :param oauth_url: Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says
        :param client_id: The id of this instance at the provider
        :param client_secret: The secret of this instance at the provider; never shown again
        :param client_authentication: Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as the metadata of the OAuth server say, else in the body
        :param account: The account for `account_token`, where the provider gave one; null or absent: it asks for none
        :param anchors: The certificates of the authorities that its qualified certificates must lead to, as PEM
        :param enabled: Whether people can sign with it; true by default
        """
        given = {
            "providerId": provider_id,
            "organizationId": organization_id,
            "name": name,
            "baseUrl": base_url,
            "oauthUrl": oauth_url,
            "clientId": client_id,
            "clientSecret": client_secret,
            "clientAuthentication": client_authentication,
            "account": account,
            "anchors": anchors,
            "enabled": enabled,
        }
        answer: types.TrustProvider = self._call("updateTrustProvider", given, options)
        return answer

    def delete_trust_provider(
        self,
        *,
        provider_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete a provider: people cannot sign with it any more.

        ``DELETE /api/v1/organization/trust-providers/{providerId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param provider_id: Id of the provider
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "providerId": provider_id,
            "organizationId": organization_id,
        }
        self._call("deleteTrustProvider", given, options)

    def try_trust_provider(
        self,
        *,
        provider_id: int,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ProviderFindings:
        """Ask a provider what it offers, and say whether people can sign with it.

        ``POST /api/v1/organization/trust-providers/{providerId}/try``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param provider_id: Id of the provider
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "providerId": provider_id,
            "organizationId": organization_id,
        }
        answer: types.ProviderFindings = self._call("tryTrustProvider", given, options)
        return answer

    def read_seal_credential(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.SealCredentialState:
        """The provider’s certificate with which the organization seals.

        ``GET /api/v1/organization/seal-credential``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.SealCredentialState = self._call("readSealCredential", given, options)
        return answer

    def list_seal_credentials(
        self,
        *,
        provider_id: Union[int, Literal["sandbox"]],
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ListSealCredentialsAnswer:
        """The certificates that a provider holds for the organization, and whether they can seal.

        ``GET /api/v1/organization/seal-credential/offers``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param provider_id: Id of the provider, or `sandbox`
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "providerId": provider_id,
            "organizationId": organization_id,
        }
        answer: types.ListSealCredentialsAnswer = self._call("listSealCredentials", given, options)
        return answer

    def save_seal_credential(
        self,
        *,
        provider_id: Union[int, Literal["sandbox"]],
        credential_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        pin: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.SealCredentialState:
        """Choose the provider’s certificate with which the organization seals.

        ``PUT /api/v1/organization/seal-credential``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param provider_id: Id of the provider, or `sandbox`
        :param credential_id: Its id at the provider
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param pin: The PIN that releases its key, where it has one; never shown again
        """
        given = {
            "providerId": provider_id,
            "credentialId": credential_id,
            "organizationId": organization_id,
            "pin": pin,
        }
        answer: types.SealCredentialState = self._call("saveSealCredential", given, options)
        return answer

    def delete_seal_credential(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Seal with certificates of this instance again.

        ``DELETE /api/v1/organization/seal-credential``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        self._call("deleteSealCredential", given, options)

    def read_identity_provider(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.IdentityProviderState:
        """The identity provider of the organization.

        ``GET /api/v1/organization/identity-provider``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.IdentityProviderState = self._call("readIdentityProvider", given, options)
        return answer

    def save_identity_provider(
        self,
        *,
        issuer: str,
        client_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.IdentityProviderState:
        """Set up or change the identity provider of the organization (OpenID Connect).

        ``PUT /api/v1/organization/identity-provider``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`
        :param client_id: The id of this instance at the provider
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param client_secret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
        """
        given = {
            "issuer": issuer,
            "clientId": client_id,
            "organizationId": organization_id,
            "clientSecret": client_secret,
        }
        answer: types.IdentityProviderState = self._call("saveIdentityProvider", given, options)
        return answer

    def delete_identity_provider(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Delete the identity provider: people cannot show with it who signs any more.

        ``DELETE /api/v1/organization/identity-provider``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        self._call("deleteIdentityProvider", given, options)

    def try_identity_provider(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ProviderFindings:
        """Ask the identity provider what it offers, and say whether people can sign in.

        ``POST /api/v1/organization/identity-provider/try``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ProviderFindings = self._call("tryIdentityProvider", given, options)
        return answer

    def list_connections(
        self,
        *,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ListConnectionsAnswer:
        """The connections of the organization.

        ``GET /api/v1/organization/connections``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "organizationId": organization_id,
        }
        answer: types.ListConnectionsAnswer = self._call("listConnections", given, options)
        return answer

    def create_connection(
        self,
        *,
        name: str,
        domains: List[str],
        is_for_signers: bool,
        is_for_members: bool,
        is_enforced: bool,
        ends_session: bool,
        mapping: types.ConnectionMapping,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Literal["oidc", "saml"], NotGiven] = NOT_GIVEN,
        saml: Union[types.CreateConnectionSaml, NotGiven] = NOT_GIVEN,
        issuer: Union[str, NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Connection:
        """Add a connection (OpenID Connect or SAML 2.0).

        ``POST /api/v1/organization/connections``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param name: As members know it, such as `Acme`
        :param domains: Domains of its people, such as `example.com`
        :param is_for_signers: Whether signers show with it who signs; one connection of an organization
        :param is_for_members: Whether members sign in by it
        :param is_enforced: Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked
        :param ends_session: Whether signing out here ends the session at the provider
        :param mapping: Which groups have which roles
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param kind: The protocol, `oidc` where it is left out; a connection keeps it
        :param saml: What is needed of a SAML provider; without it, it is not set up yet
        :param issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML
        :param client_id: The id of this instance at the provider; not with SAML
        :param client_secret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
        """
        given = {
            "name": name,
            "domains": domains,
            "isForSigners": is_for_signers,
            "isForMembers": is_for_members,
            "isEnforced": is_enforced,
            "endsSession": ends_session,
            "mapping": mapping,
            "organizationId": organization_id,
            "kind": kind,
            "saml": saml,
            "issuer": issuer,
            "clientId": client_id,
            "clientSecret": client_secret,
        }
        answer: types.Connection = self._call("createConnection", given, options)
        return answer

    def update_connection(
        self,
        *,
        connection_id: str,
        name: str,
        domains: List[str],
        is_for_signers: bool,
        is_for_members: bool,
        is_enforced: bool,
        ends_session: bool,
        mapping: types.ConnectionMapping,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Literal["oidc", "saml"], NotGiven] = NOT_GIVEN,
        saml: Union[types.UpdateConnectionSaml, NotGiven] = NOT_GIVEN,
        issuer: Union[str, NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Connection:
        """Change a connection, or require it.

        ``PUT /api/v1/organization/connections/{connectionId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param name: As members know it, such as `Acme`
        :param domains: Domains of its people, such as `example.com`
        :param is_for_signers: Whether signers show with it who signs; one connection of an organization
        :param is_for_members: Whether members sign in by it
        :param is_enforced: Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked
        :param ends_session: Whether signing out here ends the session at the provider
        :param mapping: Which groups have which roles
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        :param kind: The protocol, `oidc` where it is left out; a connection keeps it
        :param saml: What is needed of a SAML provider; without it, it is not set up yet
        :param issuer: Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML
        :param client_id: The id of this instance at the provider; not with SAML
        :param client_secret: The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client
        """
        given = {
            "connectionId": connection_id,
            "name": name,
            "domains": domains,
            "isForSigners": is_for_signers,
            "isForMembers": is_for_members,
            "isEnforced": is_enforced,
            "endsSession": ends_session,
            "mapping": mapping,
            "organizationId": organization_id,
            "kind": kind,
            "saml": saml,
            "issuer": issuer,
            "clientId": client_id,
            "clientSecret": client_secret,
        }
        answer: types.Connection = self._call("updateConnection", given, options)
        return answer

    def delete_connection(
        self,
        *,
        connection_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """Remove a connection: nobody signs in by it any more.

        ``DELETE /api/v1/organization/connections/{connectionId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "organizationId": organization_id,
        }
        self._call("deleteConnection", given, options)

    def try_connection(
        self,
        *,
        connection_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ProviderFindings:
        """Ask the provider what it offers, and say whether people can sign in.

        ``POST /api/v1/organization/connections/{connectionId}/try``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "organizationId": organization_id,
        }
        answer: types.ProviderFindings = self._call("tryConnection", given, options)
        return answer

    def check_connection_domain(
        self,
        *,
        connection_id: str,
        domain: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.Connection:
        """Look for the TXT record that shows that the organization holds a domain.

        ``POST /api/v1/organization/connections/{connectionId}/domain-check``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param domain: A domain of the connection
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "domain": domain,
            "organizationId": organization_id,
        }
        answer: types.Connection = self._call("checkConnectionDomain", given, options)
        return answer

    def read_provisioning(
        self,
        *,
        connection_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ReadProvisioningAnswer:
        """How the provider of a connection provisions: address, tokens, last contact.

        ``GET /api/v1/organization/connections/{connectionId}/provisioning``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "organizationId": organization_id,
        }
        answer: types.ReadProvisioningAnswer = self._call("readProvisioning", given, options)
        return answer

    def make_provisioning_token(
        self,
        *,
        connection_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.MakeProvisioningTokenAnswer:
        """Make the token for the provider; former ones end a day later.

        ``POST /api/v1/organization/connections/{connectionId}/provisioning/tokens``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "organizationId": organization_id,
        }
        answer: types.MakeProvisioningTokenAnswer = self._call("makeProvisioningToken", given, options)
        return answer

    def end_provisioning_token(
        self,
        *,
        connection_id: str,
        scim_token_id: str,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> None:
        """End a token at once.

        ``DELETE /api/v1/organization/connections/{connectionId}/provisioning/tokens/{scimTokenId}``; needs the scope ``organization:write``.

        Fails with NOT_FOUND.

        :param connection_id: Id of the connection
        :param scim_token_id: Id of the token
        :param organization_id: Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "connectionId": connection_id,
            "scimTokenId": scim_token_id,
            "organizationId": organization_id,
        }
        self._call("endProvisioningToken", given, options)


class ProfileOperations(_Caller):
    def read_profile(
        self,
        options: Optional[CallOptions] = None,
    ) -> types.Profile:
        """The profile of the user who is calling.

        ``GET /api/v1/profile``; needs the scope ``profile:read``.
        """
        answer: types.Profile = self._call("readProfile", {}, options)
        return answer

    def initialize_app(
        self,
        *,
        data: Union[List[Literal["profile", "workspaces", "levels", "limits", "currentSubscription"]], NotGiven] = NOT_GIVEN,
        organization_id: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.InitializeAppAnswer:
        """Data for the start of an app; only the requested parts.

        ``GET /api/v1/app/initialize``; needs the scope ``profile:read``.

        Fails with NOT_FOUND.

        :param data: Which parts to answer: `profile`, `workspaces`, `levels`, `limits`, `currentSubscription`
        :param organization_id: Id of the organization. Default: the oldest that the caller runs, or belongs to
        """
        given = {
            "data": data,
            "organizationId": organization_id,
        }
        answer: types.InitializeAppAnswer = self._call("initializeApp", given, options)
        return answer

    def list_my_actions(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        limits: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.ListMyActionsItem]:
        """The open actions of the caller.

        ``GET /api/v1/profile/actions``; needs the scope ``workflows:read``.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param limits: Another name of `limit`
        """
        given = {
            "page": page,
            "limit": limit,
            "query": query,
            "limits": limits,
        }
        answer: Page[types.ListMyActionsItem] = self._page("listMyActions", given, options)
        return answer

    def list_signed_envelopes(
        self,
        *,
        page: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        limits: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Page[types.Envelope]:
        """Finished envelopes that the caller has signed or approved, newest first.

        ``GET /api/v1/profile/signed-envelopes``; needs the scope ``workflows:read``.

        :param page: Which page of the list, from 1. Default: 1
        :param limit: Members of a page; 8 by default, at most 100. Default: 8
        :param query: Searches names and recipients for each of these words, in any order, without case or accents
        :param limits: Another name of `limit`
        """
        given = {
            "page": page,
            "limit": limit,
            "query": query,
            "limits": limits,
        }
        answer: Page[types.Envelope] = self._page("listSignedEnvelopes", given, options)
        return answer

    def verify_document(
        self,
        *,
        document: Upload,
        options: Optional[CallOptions] = None,
    ) -> types.VerificationReport:
        """Evaluate the signatures of any PDF, sent as the part "document": who, when, and what changed after. Public; the file is not stored.

        ``POST /api/v1/verify``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED.

        :param document: A PDF of at most 20 MiB
        """
        given = {
            "document": document,
        }
        answer: types.VerificationReport = self._call("verifyDocument", given, options)
        return answer

    def verify_document_as_xml(
        self,
        *,
        document: Upload,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The same as a report of ETSI TS 119 102-2 in XML. Public; the file is not stored.

        ``POST /api/v1/verify/xml``.

        Fails with DOCUMENT_NOT_ACCEPTED, DOCUMENT_TWO_FACED.

        :param document: A PDF of at most 20 MiB
        """
        given = {
            "document": document,
        }
        answer: bytes = self._call("verifyDocumentAsXml", given, options)
        return answer


class FileOperations(_Caller):
    def read_picture(
        self,
        *,
        user_id: int,
        key: str,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The bytes of a picture.

        ``GET /api/v1/storage/picture/{userId}/{key}``; needs the scope ``profile:read``.

        Fails with NOT_FOUND.

        :param user_id: Id of the user
        :param key: The random key of the picture
        """
        given = {
            "userId": user_id,
            "key": key,
        }
        answer: bytes = self._call("readPicture", given, options)
        return answer

    def read_temporary_file(
        self,
        *,
        workflow_id: types.WorkflowId,
        key: str,
        expires: Union[int, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[Literal["original", "source"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """Download a document as it is now.

        ``GET /api/v1/storage/temp/{workflowId}/doc/{key}``.

        Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param key: A random key
        :param expires: Until when the signature of the link is valid, in seconds since 1970
        :param signature: The signature of the link
        :param version: `original`: the PDF before anything was added, instead of the file as it is now: with its fields, the answers and signatures so far. `source`: the picture or document that the PDF was made of, as it was sent
        """
        given = {
            "workflowId": workflow_id,
            "key": key,
            "expires": expires,
            "signature": signature,
            "version": version,
        }
        answer: bytes = self._call("readTemporaryFile", given, options)
        return answer

    def read_archived_file(
        self,
        *,
        workflow_id: types.WorkflowId,
        key: str,
        expires: Union[int, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """Download a sealed document.

        ``GET /api/v1/storage/archive/{workflowId}/doc/{key}``.

        Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param key: A random key
        :param expires: Until when the signature of the link is valid, in seconds since 1970
        :param signature: The signature of the link
        """
        given = {
            "workflowId": workflow_id,
            "key": key,
            "expires": expires,
            "signature": signature,
        }
        answer: bytes = self._call("readArchivedFile", given, options)
        return answer

    def read_thumb(
        self,
        *,
        workflow_id: types.WorkflowId,
        key: str,
        expires: Union[int, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> bytes:
        """The picture of a document's first page.

        ``GET /api/v1/storage/thumb/{workflowId}/doc/{key}``.

        Fails with AUTHENTICATION_REQUIRED, NOT_FOUND.

        :param workflow_id: Of the workflow: its integer id or its 40-character id
        :param key: A random key
        :param expires: Until when the signature of the link is valid, in seconds since 1970
        :param signature: The signature of the link
        """
        given = {
            "workflowId": workflow_id,
            "key": key,
            "expires": expires,
            "signature": signature,
        }
        answer: bytes = self._call("readThumb", given, options)
        return answer


class OAuthOperations(_Caller):
    def exchange_code(
        self,
        *,
        client_id: str,
        client_secret: str,
        code: str,
        redirect_uri: str,
        grant_type: Union[str, NotGiven] = NOT_GIVEN,
        code_verifier: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.ExchangeCodeAnswer:
        """Exchange an authorization code for tokens.

        ``POST /api/v1/OAuth/v2/access``.

        Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.

        :param client_id: The client id of the integration app
        :param client_secret: The client secret of the integration app
        :param code: The authorization code of the redirect
        :param redirect_uri: The same as in the authorization request
        :param grant_type: `code`; may be left out
        :param code_verifier: PKCE, RFC 7636
        """
        given = {
            "client_id": client_id,
            "client_secret": client_secret,
            "code": code,
            "redirect_uri": redirect_uri,
            "grant_type": grant_type,
            "code_verifier": code_verifier,
        }
        answer: types.ExchangeCodeAnswer = self._call("exchangeCode", given, options)
        return answer

    def refresh_access(
        self,
        *,
        client_id: str,
        client_secret: str,
        refresh_token: str,
        grant_type: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.RefreshAccessAnswer:
        """Get a new access token; the refresh token stays the same.

        ``POST /api/v1/OAuth/v2/refresh``.

        Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.

        :param client_id: The client id of the integration app
        :param client_secret: The client secret of the integration app
        :param refresh_token: Valid until the user withdraws the permission; it changes only at `/oauth/token`
        :param grant_type: `refresh_token`; may be left out
        """
        given = {
            "client_id": client_id,
            "client_secret": client_secret,
            "refresh_token": refresh_token,
            "grant_type": grant_type,
        }
        answer: types.RefreshAccessAnswer = self._call("refreshAccess", given, options)
        return answer

    def issue_token(
        self,
        *,
        grant_type: Union[str, NotGiven] = NOT_GIVEN,
        code: Union[str, NotGiven] = NOT_GIVEN,
        redirect_uri: Union[str, NotGiven] = NOT_GIVEN,
        code_verifier: Union[str, NotGiven] = NOT_GIVEN,
        refresh_token: Union[str, NotGiven] = NOT_GIVEN,
        scope: Union[str, NotGiven] = NOT_GIVEN,
        resource: Union[str, NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> types.IssueTokenAnswer:
        """The token endpoint of RFC 6749: codes with PKCE, and rotating refresh tokens.

        ``POST /oauth/token``.

        Fails with INVALID_CLIENT, INVALID_GRANT, RATE_LIMIT_REACHED.

        :param grant_type: `authorization_code` or `refresh_token`
        :param code: The authorization code of the redirect
        :param redirect_uri: The same as in the authorization request
        :param code_verifier: The secret that `code_challenge` was made from (RFC 7636)
        :param refresh_token: Valid until the user withdraws the permission; it changes only at `/oauth/token`
        :param scope: Names of scopes, separated by spaces
        :param resource: What the token is for (RFC 8707); as in the authorization request, or absent
        :param client_id: The client id of the integration app
        :param client_secret: The client secret of the integration app
        """
        given = {
            "grant_type": grant_type,
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": code_verifier,
            "refresh_token": refresh_token,
            "scope": scope,
            "resource": resource,
            "client_id": client_id,
            "client_secret": client_secret,
        }
        answer: types.IssueTokenAnswer = self._call("issueToken", given, options)
        return answer

    def revoke_token(
        self,
        *,
        token: Union[str, NotGiven] = NOT_GIVEN,
        token_type_hint: Union[str, NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Revoke a token and all of the same permission (RFC 7009).

        ``POST /oauth/revoke``.

        Fails with INVALID_CLIENT, RATE_LIMIT_REACHED.

        :param token: An access or a refresh token
        :param token_type_hint: Ignored: any token is found
        :param client_id: The client id of the integration app
        :param client_secret: The client secret of the integration app
        """
        given = {
            "token": token,
            "token_type_hint": token_type_hint,
            "client_id": client_id,
            "client_secret": client_secret,
        }
        answer: Dict[str, Any] = self._call("revokeToken", given, options)
        return answer

    def read_oauth_metadata(
        self,
        options: Optional[CallOptions] = None,
    ) -> types.ReadOauthMetadataAnswer:
        """What this authorization server offers (RFC 8414).

        ``GET /.well-known/oauth-authorization-server``.
        """
        answer: types.ReadOauthMetadataAnswer = self._call("readOauthMetadata", {}, options)
        return answer


class Operations(
    EnvelopeOperations,
    WorkflowOperations,
    TemplateOperations,
    SealOperations,
    WorkspaceOperations,
    OrganizationOperations,
    ProfileOperations,
    FileOperations,
    OAuthOperations,
):
    """Every operation of the interface, under its operationId."""
