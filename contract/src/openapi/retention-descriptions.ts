import type { OperationDescriptions } from './description-table.ts';

/** How long workflows are kept, and what is erased. */
export const RETENTION_DESCRIPTIONS: OperationDescriptions = {
  listFollowers: {
    does:
      'Answers who gets copies of a workflow and acts in nothing: of the request, of how it ended, or both, with what the ' +
      'mail server said of those whom no mail reaches. Changes nothing.',
  },
  setFollowers: {
    does:
      'Replaces the followers of a workflow, until its end. Those who are named again by their address keep their link and ' +
      'what they opened; the link of others ends. Once the workflow runs, who is new gets the copy of the request; nobody ' +
      'else is told. Answers all followers.',
    refuses: {
      VALIDATION_ERROR: 'A value is wrong, an address is named twice, or there are too many.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow has ended, so nobody is told of it any more.',
    },
  },
  readOrganizationReminders: {
    does:
      'Answers how recipients of the organization are reminded where neither their workflow nor its workspace says it; `off` ' +
      'until one is set. For administrators. Changes nothing.',
  },
  updateOrganizationReminders: {
    does:
      'Sets how recipients are reminded where neither the workflow nor its workspace says it. A workflow takes it over at its ' +
      'start, so that it counts for those that start from now on. For administrators.',
    refuses: { VALIDATION_ERROR: 'A part is unknown, missing, named twice or out of its range.' },
  },
  readWorkspaceReminders: {
    does:
      'Answers how recipients are reminded where the workflow does not say it, and what counts if the workspace says nothing ' +
      'either. Changes nothing.',
    refuses: { WORKSPACE_NOT_FOUND: 'There is no such workspace among those of the caller.' },
  },
  updateWorkspaceReminders: {
    does:
      'Sets it for one workspace, before what the organization says; null gives it back to the organization. It counts for ' +
      'workflows that start from now on. Needs the permission to edit the workspace.',
    refuses: {
      VALIDATION_ERROR: 'A part is unknown, missing, named twice or out of its range.',
      WORKSPACE_NOT_FOUND: 'There is no such workspace among those of the caller.',
    },
  },
  readOrganizationDefaults: {
    does:
      'Answers deadline, level and language that documents begin with in the app, where their workspace says nothing. Calls that ' +
      'leave them out get what they always got. For administrators. Changes nothing.',
  },
  updateOrganizationDefaults: {
    does:
      'Sets what documents begin with in the app. What is left out stays, null removes it. It changes no document that ' +
      'there is, and nothing for calls of programs. For administrators.',
    refuses: {
      VALIDATION_ERROR: 'The days are out of the range of this instance, or the level is not offered.',
    },
  },
  readWorkspaceDefaults: {
    does:
      'Answers deadline, level and language that documents of a workspace begin with in the app, and who set them: for programs ' +
      'that want to begin with the same. Changes nothing.',
    refuses: { WORKSPACE_NOT_FOUND: 'There is no such workspace among those of the caller.' },
  },
  updateWorkspaceDefaults: {
    does:
      'Sets it for one workspace, before what the organization says; null gives it back to the organization. Needs the ' +
      'permission to edit the workspace.',
    refuses: {
      VALIDATION_ERROR: 'The days are out of the range of this instance, or the level is not offered.',
      WORKSPACE_NOT_FOUND: 'There is no such workspace among those of the caller.',
    },
  },
  readTemplateReminders: {
    does:
      'Answers how recipients of the workflows that are made of a template are reminded, and what counts if the template says ' +
      'nothing of it. Changes nothing.',
    refuses: { TEMPLATE_NOT_FOUND: 'There is no such template in a workspace of the caller.' },
  },
  updateTemplateReminders: {
    does:
      'Sets it for one template, before what its workspace says; null gives it back to the workspace. It counts for workflows ' +
      'that are made of the template from now on. The same preference is set among all others by `…/preferences`.',
    refuses: {
      VALIDATION_ERROR: 'A part is unknown, missing, named twice or out of its range.',
      TEMPLATE_NOT_FOUND: 'There is no such template in a workspace of the caller.',
    },
  },
  readWorkflowReminders: {
    does:
      'Answers for those whose turn it is how often they were reminded, when the next reminder goes out by itself, and what the ' +
      'mail server said where their mail came back. Empty before the start and after the end. Changes nothing.',
    refuses: { WORKFLOW_NOT_FOUND: 'There is no such workflow in a workspace of the caller.' },
  },
  listHolds: {
    does:
      'Answers the legal holds of the organization with who placed them and why, those in force first; lifted ones stay on ' +
      'record. For administrators. Changes nothing.',
  },
  placeHold: {
    does:
      'Keeps one workflow, all of a workspace, or all that a person sent or received in the organization: nothing of it is erased, ' +
      'by a run or by hand, until the hold is lifted. The history of a held workflow says so. For administrators.',
    refuses: {
      VALIDATION_ERROR:
        'The reason is missing, not exactly one thing is named, or there are too many holds in force.',
      WORKFLOW_NOT_FOUND: 'There is no such workflow in the organization.',
      WORKSPACE_NOT_FOUND: 'There is no such workspace in the organization.',
    },
  },
  liftHold: {
    does:
      'Lifts a hold, which stays on record with who lifted it. The next run erases what is due by then. A hold that is lifted ' +
      'already stays as it is. For administrators.',
    refuses: { NOT_FOUND: 'There is no such hold in the organization.' },
  },
  readRetention: {
    does:
      'Answers how long workflows are kept: what the organization, each workspace and templates say themselves. Nothing is erased ' +
      'until a policy says a period. For administrators. Changes nothing.',
  },
  updateRetention: {
    does:
      'Sets the periods of the organization. They apply from the next run on, also to workflows that ended long ago: ask for the ' +
      'effect first. Workspaces and workflows that set a period themselves keep theirs. For administrators.',
    refuses: { VALIDATION_ERROR: 'A period is no whole number, or longer than its limit.' },
  },
  updateWorkspaceRetention: {
    does:
      'Sets the periods of one workspace, which count before those of the organization; null gives one back to it. For ' +
      'administrators.',
    refuses: {
      VALIDATION_ERROR: 'A period is no whole number, or longer than its limit.',
      WORKSPACE_NOT_FOUND: 'There is no such workspace in the organization.',
    },
  },
  updateTemplateRetention: {
    does:
      'Sets the periods of the workflows that are made of a template, also of those that were: they count before those of its ' +
      'workspace, and stay when the template is deleted. For administrators.',
    refuses: {
      VALIDATION_ERROR: 'A period is no whole number, or longer than its limit.',
      TEMPLATE_NOT_FOUND: 'There is no such template in the organization.',
    },
  },
  readWorkflowRetention: {
    does:
      'Answers when a workflow will be erased, by which period and whose policy, and whether a legal hold keeps it. For ' +
      'administrators of its organization, and for those who may see it in its workspace. Changes nothing.',
    refuses: { WORKFLOW_NOT_FOUND: 'There is no such workflow in the organization.' },
  },
  updateWorkflowRetention: {
    does:
      'Sets the periods of one workflow, which count before all others. Its history says who changed them. For administrators of ' +
      'its organization.',
    refuses: {
      VALIDATION_ERROR: 'A period is no whole number, or longer than its limit.',
      WORKFLOW_NOT_FOUND: 'There is no such workflow in the organization.',
    },
  },
  previewRetention: {
    does:
      'Answers how many workflows the next run would erase if these periods were set, and when the oldest of them ended. It uses ' +
      'the rule that runs use. For one workflow it also answers when that would be erased. For administrators. Changes nothing.',
    refuses: {
      VALIDATION_ERROR:
        'A period is no whole number, or longer than its limit; or two of workspace, template and workflow are named.',
      WORKSPACE_NOT_FOUND: 'There is no such workspace in the organization.',
      TEMPLATE_NOT_FOUND: 'There is no such template in the organization.',
      WORKFLOW_NOT_FOUND: 'There is no such workflow in the organization.',
    },
  },
  listRetentionChanges: {
    does:
      'Answers the changes of the policies of the organization, its workspaces, templates and workflows: who made each, when, and the ' +
      'periods before and after it. Those of workspaces and workflows that are gone stay on record. For administrators. Changes ' +
      'nothing.',
  },
  listRetentionRuns: {
    does:
      'Answers the runs of the organization with what they erased in each workspace, newest first. A run happens each night where ' +
      'a policy says a period. For administrators. Changes nothing.',
  },
  startDryRun: {
    does:
      'Begins a run that erases nothing and reports exactly what the next one would erase. Where one is under way already, answers ' +
      'that one. For administrators.',
  },
  readRetentionRun: {
    does: 'Answers one run and how many workflows it has examined so far. For administrators. Changes nothing.',
    refuses: { NOT_FOUND: 'There is no such run in the organization.' },
  },
  listRetentionItems: {
    does:
      'Answers the workflows of which a period had ended, in the order of their ids: what was erased has no name any more. For administrators. ' +
      'Changes nothing.',
    refuses: { NOT_FOUND: 'There is no such run in the organization.' },
  },
};
