import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, SearchCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { StepContent } from '#domain/campaign/steps.ts';
import { customerVariables } from '#domain/campaign/variables.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import { type HandOffPlan, type PlanProblem, planFile } from '#domain/hand-off/plan.ts';
import { composeRow } from '#domain/hand-off/rows.ts';
import { type Tool, tools } from '#domain/hand-off/tools.ts';
import { approvedByAudience } from '@/features/audiences/data.ts';
import { type Campaign, campaignSteps, oneCampaign } from '@/features/campaigns/data.ts';
import { campaignReviews, isSignOffMissing } from '@/features/campaigns/review/data.ts';
import { fieldsQuery, useCustomFields } from '@/features/custom-fields/data.ts';
import { commonTexts } from '@/lib/texts.ts';
import { type Change, useUrlFilters } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { Field } from '@/ui/field.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { Note } from '@/ui/note.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { CellsTable } from './cells-table.tsx';
import {
  type Choice,
  type HandOff,
  handedOffCount,
  handOffPreview,
  ownTools,
  refreshHandOffs,
  startHandOff,
} from './data.ts';
import { Placeholders } from './left-out.tsx';
import { ToolNotes } from './sequence-sheet.tsx';
import { type SetupChoices, setupChoices } from './setup-choices.ts';
import { texts } from './texts.ts';
import { ToolDialog } from './tool-dialog.tsx';

const { setup } = texts;

type SetupViewProps = { campaignId: string; onStarted: (handOff: HandOff) => void; onBack: () => void };

/** Chooses leads, tool and fields for a hand-off of a campaign. */
export function SetupView({ campaignId, onStarted, onBack }: SetupViewProps) {
  useFocusHandover();
  const campaign = useQuery(oneCampaign(campaignId, null));
  const steps = useQuery(campaignSteps(campaignId));
  const own = useQuery(ownTools);
  const customerId = campaign.data?.customer_id;
  const fields = useQuery({ ...fieldsQuery(customerId ?? '', 'leads'), enabled: Boolean(customerId) });
  const reviews = useQuery(signOffQuery(campaignId, campaign.data));
  const queries = [campaign, steps, own, fields, reviews];
  const error = queries.find((query) => query.error && !query.data)?.error;
  if (error || campaign.data === null) {
    const retry = () => queries.filter((query) => query.error).map((query) => query.refetch());
    return <LoadError what={setup.campaign} error={error ?? null} onRetry={retry} />;
  }
  if (!campaign.data || !steps.data || !own.data || !fields.data || reviews.isLoading) {
    return (
      <Loading label={commonTexts.loading(texts.loading)} className="space-y-4">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-60 w-full" />
      </Loading>
    );
  }
  const contents = steps.data.map(({ step_type, delay_days, subject, message_content }) => ({
    step_type: step_type as StepContent['step_type'],
    delay_days,
    subject,
    message_content,
  }));
  return <Setup campaign={campaign.data} steps={contents} own={own.data} onStarted={onStarted} onBack={onBack} />;
}

/** The review of a campaign that needs sign-off. */
const signOffQuery = (campaignId: string, campaign: Campaign | null | undefined) => ({
  ...campaignReviews([campaignId]),
  enabled: campaign?.customers?.needs_sign_off === true,
});

type SetupProps = Omit<SetupViewProps, 'campaignId'> & { campaign: Campaign; steps: StepContent[]; own: Tool[] };

function Setup({ campaign, steps, own, onStarted, onBack }: SetupProps) {
  const { id: campaignId, customer_id: customerId, name, customers } = campaign;
  const [{ audiences, onlyNew, toolId, fieldKeys }, change] = useUrlFilters(setupChoices);
  const [editing, setEditing] = useState<Tool | 'new' | null>(null);
  const fields = useCustomFields(customerId, 'leads');
  const { data: totals = [] } = useQuery(approvedByAudience(customerId));
  const { data: reviews } = useQuery(signOffQuery(campaignId, campaign));
  const isSignedOff = !reviews || !isSignOffMissing(campaign, reviews.get(campaignId));
  const approved = totals.filter((total) => total.approved > 0);
  const known = useMemo(() => customerVariables(fields), [fields]);
  const tool = [...tools, ...own].find(({ id }) => id === toolId) ?? (tools[0] as Tool);
  const chosenFields = fields.filter(({ key }) => fieldKeys.includes(key));
  const plan = planFile(tool, steps, chosenFields, known);
  const count = approved
    .filter(({ name: audience }) => !audiences || audiences.includes(audience ?? ''))
    .reduce((sum, total) => sum + total.approved, 0);
  const choice: Choice = { customerId, campaignId, audiences, onlyNew };
  const { save, isSaving } = useSave({
    write: () => startHandOff(choice, steps, plan),
    refresh: refreshHandOffs,
    failure: setup.failed,
  });
  const start = async () => {
    const saved = await save();
    if (saved) onStarted(saved.result);
  };
  const isOwn = own.some(({ id }) => id === tool.id);

  return (
    <>
      <PageHeader
        title={setup.title(name)}
        description={<bdi>{customers?.name}</bdi>}
        actions={
          <>
            <Button onClick={onBack}>{commonTexts.cancel}</Button>
            <Button
              variant="primary"
              icon={SearchCheck}
              busy={isSaving}
              disabled={plan.problems.length > 0 || count === 0 || !isSignedOff}
              onClick={start}
            >
              {setup.check(count)}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <LeadChoice choice={choice} approved={approved} count={count} onChange={change} />
        <div className="space-y-4">
          <Field label={setup.tool}>
            <Select
              value={tool.id}
              onChange={(id) => change({ toolId: id })}
              options={[...tools, ...own].map(({ id, name: label }) => ({ value: id, label }))}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={Plus} onClick={() => setEditing('new')}>
              {setup.addTool}
            </Button>
            {isOwn && (
              <Button size="sm" icon={Pencil} onClick={() => setEditing(tool)}>
                {setup.editTool}
              </Button>
            )}
          </div>
          <FieldChoice fields={fields} chosen={fieldKeys} onChange={change} />
        </div>
      </div>
      <SetupNotes campaignId={campaignId} isSignedOff={isSignedOff} tool={tool} plan={plan} steps={steps} />
      {plan.problems.length === 0 && <Preview choice={choice} plan={plan} steps={steps} />}
      {editing && (
        <ToolDialog
          tool={editing === 'new' ? undefined : editing}
          onSaved={(id) => change({ toolId: id })}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

type SetupNotesProps = {
  campaignId: string;
  isSignedOff: boolean;
  tool: Tool;
  plan: HandOffPlan;
  steps: StepContent[];
};

/** Why the hand-off can't be checked, and what the file leaves out. */
function SetupNotes({ campaignId, isSignedOff, tool, plan, steps }: SetupNotesProps) {
  return (
    <div className="mt-6 space-y-3">
      {!isSignedOff && (
        <Note
          tone="danger"
          action={
            <Link to={`${paths.adminCopy}?campaign=${campaignId}`} className={buttonClass('secondary', 'sm')}>
              {setup.openCampaign}
            </Link>
          }
        >
          {setup.problems.signOff}
        </Note>
      )}
      {plan.problems.map((problem) => (
        <Note key={problem.kind} tone="danger">
          {describeProblem(problem, tool)}
        </Note>
      ))}
      <Placeholders plan={plan} />
      {plan.unsent.length > 0 && plan.unsent.length < steps.length && (
        <Note tone="warning">{setup.unsent(tool.name, plan.unsent)}</Note>
      )}
      <ToolNotes tool={tool} />
    </div>
  );
}

type LeadChoiceProps = {
  choice: Choice;
  approved: readonly { name: string | null; approved: number }[];
  /** The number of approved leads of the choice. */
  count: number;
  onChange: (change: Change<SetupChoices>) => void;
};

/** The choice of leads: all audiences or some, and whether to leave out those that were handed off before. */
function LeadChoice({ choice, approved, count, onChange: change }: LeadChoiceProps) {
  const { audiences, onlyNew } = choice;
  const { data: handedOff } = useQuery(handedOffCount(choice));
  return (
    <div>
      <Field label={setup.leads}>
        <Select
          value={audiences ? 'chosen' : 'all'}
          onChange={(chosen) => change({ audiences: chosen === 'all' ? null : [] })}
          options={[
            { value: 'all', label: setup.all(approved.reduce((sum, total) => sum + total.approved, 0)) },
            { value: 'chosen', label: setup.chosen },
          ]}
        />
      </Field>
      {audiences && (
        <fieldset aria-label={setup.chosen} className="mt-2 max-h-60 overflow-y-auto pl-1">
          <Choices
            choices={approved.map((total) => ({
              key: total.name ?? '',
              label: setup.audience(total.name ?? setup.unassigned, total.approved),
            }))}
            chosen={audiences}
            onChange={(key) => change((current) => ({ audiences: toggled(current.audiences ?? [], key) }))}
          />
        </fieldset>
      )}
      <p role="status" className="mt-2 min-h-5 pl-1 text-muted text-sm tabular-nums">
        {handedOff !== undefined && setup.notYet(Math.max(0, count - handedOff), count)}
      </p>
      <div className="mt-1 pl-1">
        <Choices
          choices={[{ key: 'new', label: setup.onlyNew }]}
          chosen={onlyNew ? ['new'] : []}
          onChange={() => change((current) => ({ onlyNew: !current.onlyNew }))}
        />
      </div>
    </div>
  );
}

type FieldChoiceProps = {
  fields: readonly CustomField[];
  chosen: readonly string[];
  onChange: (change: Change<SetupChoices>) => void;
};

/** The custom fields that become columns of the file. */
function FieldChoice({ fields, chosen, onChange: change }: FieldChoiceProps) {
  if (fields.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{setup.fields}</legend>
      <div className="max-h-60 overflow-y-auto">
        <Choices
          choices={fields.map(({ key, label, isInternal }) => ({
            key,
            label: isInternal ? setup.internal(label) : label,
          }))}
          chosen={chosen}
          onChange={(key) => change((current) => ({ fieldKeys: toggled(current.fieldKeys, key) }))}
        />
      </div>
      <p className="mt-1 text-muted text-xs">{setup.fieldsHint}</p>
    </fieldset>
  );
}

const toggled = (keys: readonly string[], key: string) =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];

type ChoicesProps = {
  choices: readonly { key: string; label: string }[];
  chosen: readonly string[];
  onChange: (key: string) => void;
};

const Choices = ({ choices, chosen, onChange }: ChoicesProps) =>
  choices.map(({ key, label }) => (
    <CheckField
      key={key}
      checked={chosen.includes(key)}
      onChange={() => onChange(key)}
      className="min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11"
    >
      <span className="wrap-anywhere">{label}</span>
    </CheckField>
  ));

function describeProblem(problem: PlanProblem, { name }: Tool): string {
  if (problem.kind === 'no-steps') return setup.problems.steps(name);
  if (problem.kind === 'unknown-variables') return setup.problems.unknown(problem.written);
  return setup.problems.columns(name, problem.needed, problem.maxColumns);
}

const PREVIEWED = 5;

type PreviewProps = { choice: Choice; plan: HandOffPlan; steps: StepContent[] };

/** The first rows as they will be in the file. */
function Preview({ choice, plan, steps }: PreviewProps) {
  const { data, error, refetch } = useQuery(handOffPreview(choice));
  if (error && !data) return <LoadError what={setup.previewWhat} error={error} onRetry={refetch} />;
  const rows = (data ?? []).flatMap(({ id, reason, lead_values }) => {
    const row = reason ? null : composeRow(plan, steps, lead_values);
    return row && 'cells' in row ? [{ id, cells: row.cells }] : [];
  });
  const isNoneChosen = choice.audiences?.length === 0;
  const empty = isNoneChosen ? setup.noAudience : rows.length < (data?.length ?? 0) ? setup.noRows : setup.noLeads;
  return (
    <Section look="part" title={setup.preview}>
      {rows.length > 0 ? (
        <CellsTable columns={plan.columns} rows={rows.slice(0, PREVIEWED)} />
      ) : (
        data && <p className="text-muted text-sm">{empty}</p>
      )}
    </Section>
  );
}
