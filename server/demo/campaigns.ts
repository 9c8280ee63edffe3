// The campaigns of the demo, in every status.
import { randomUUID } from 'node:crypto';
import type { CustomerKey, UserIds } from './organizations.ts';
import { addActivity, type Owner, type Tables } from './tables.ts';
import { isoTime, type Timeline } from './timeline.ts';

type DemoStep = {
  step_type: 'linkedin_connection' | 'linkedin_message' | 'email';
  delay_days: number;
  subject: string | null;
  message_content: string;
};

type DemoCampaign = {
  name: string;
  status: 'draft' | 'active' | 'paused' | 'completed';
  /** Working days ago. */
  created: number;
  /** Working days ago; when it got its status. */
  changed: number;
  steps: DemoStep[];
};

const connect = (message_content: string): DemoStep => ({
  step_type: 'linkedin_connection',
  delay_days: 0,
  subject: null,
  message_content,
});
const message = (delay_days: number, message_content: string): DemoStep => ({
  step_type: 'linkedin_message',
  delay_days,
  subject: null,
  message_content,
});
const email = (delay_days: number, subject: string, message_content: string): DemoStep => ({
  step_type: 'email',
  delay_days,
  subject,
  message_content,
});

const campaigns: Record<CustomerKey, DemoCampaign[]> = {
  brightwater: [
    {
      name: 'SaaS founders: board reporting',
      status: 'active',
      created: 43,
      changed: 39,
      steps: [
        connect(
          'Hi {{first_name}}, I help SaaS founders get from CRM data to a board deck without losing a weekend. I’ve been following {{company}} and would love to connect.',
        ),
        message(
          2,
          'Thanks for connecting, {{first_name}}.\n\nOne question, because I ask every founder: when your board wants to know why the forecast moved, how long does it take {{company}} to answer? Minutes, or an afternoon in spreadsheets?',
        ),
        email(
          4,
          'The forecast question at {{company}}',
          'Hi {{first_name}},\n\nmost SaaS teams your size rebuild the same three slides every month: pipeline, churn and what changed since last time.\n\nWe connect to your CRM and billing, and those slides update themselves. Loopline’s CFO got four days a quarter back.\n\nWorth a 20-minute look next week?\n\nBest,\nRobin',
        ),
        message(
          6,
          'Hi {{first_name}}, I’ll stop here so that I don’t clutter your inbox. If board reporting comes up again at {{company}}, I’m one message away.',
        ),
      ],
    },
    {
      name: 'RevOps leaders: pipeline you can trust',
      status: 'active',
      created: 33,
      changed: 30,
      steps: [
        email(
          0,
          'How {{company}} decides which deals are real',
          'Hi {{first_name}},\n\nhalf of the pipeline reviews we sit in are spent arguing about data rather than deals.\n\nBrightwater flags the deals whose CRM history doesn’t match their stage: no reply for three weeks, a close date moved four times, no second contact. Your team talks about those ten deals first.\n\nCould I show you what it would flag at {{company}}? It takes 15 minutes and a read-only connection.\n\nBest,\nRobin',
        ),
        connect(
          'Hi {{first_name}}, I wrote to you about pipeline reviews at {{company}}. Happy to trade notes with a fellow operator, even if the timing’s wrong.',
        ),
        email(
          5,
          'Re: which deals are real',
          'Hi {{first_name}},\n\nno case study attached, just the short version: a team of 40 reps cut its pipeline by a third, and its forecast accuracy went from 61% to 88%.\n\nShall I walk you through how they did it?\n\nBest,\nRobin',
        ),
      ],
    },
    {
      name: 'Lisbon conference follow-up',
      status: 'paused',
      created: 24,
      changed: 11,
      steps: [
        connect('Hi {{first_name}}, great to meet you in Lisbon. As promised, let’s stay in touch here.'),
        message(
          1,
          'Hi {{first_name}}, here are the slides on cohort retention that I mentioned in Lisbon. Slide 14 is the one we talked about.\n\nIf you’d like to see the same chart with {{company}}’s numbers, I can set it up in a day.',
        ),
      ],
    },
    {
      name: 'Spring webinar: forecasting without spreadsheets',
      status: 'completed',
      created: 49,
      changed: 34,
      steps: [
        email(
          0,
          'Thursday at four: forecasting without spreadsheets',
          'Hi {{first_name}},\n\non Thursday at 4 pm CET two operations leads will show how they forecast straight from the CRM: 25 minutes, live data, no slides.\n\nI’ve saved a seat for {{company}}. Shall I send you the link?\n\nBest,\nRobin',
        ),
        email(
          5,
          'The recording, {{first_name}}',
          'Hi {{first_name}},\n\nin case Thursday was full, here’s the recording. The part about seasonal pipelines starts at minute 11, the questions at 19.\n\nIf one of them is yours too, just reply.\n\nBest,\nRobin',
        ),
      ],
    },
    {
      name: 'E-commerce growth: repeat customers',
      status: 'draft',
      created: 12,
      changed: 3,
      steps: [
        connect(
          'Hi {{first_name}}, I study what makes first-time buyers come back, and {{company}} does a few things differently. I’d enjoy comparing notes.',
        ),
        message(
          3,
          'Thanks for connecting, {{first_name}}. Which channel brings {{company}} the customers who buy twice? Most teams know the cost of a first order, few the value of the second.',
        ),
        email(
          4,
          'Second orders at {{company}}',
          'Hi {{first_name}},\n\nwe compared 80 online shops: the channel with the cheapest first order was the most expensive per repeat customer in 52 of them.\n\nI can show you the same comparison for {{company}} with your own shop data. No setup on your side beyond a login.\n\nIs Tuesday or Wednesday better?\n\nBest,\nRobin',
        ),
      ],
    },
    { name: 'Year-end reviews', status: 'draft', created: 2, changed: 2, steps: [] },
  ],
  moller: [
    {
      name: 'Nordic supply chains: winter capacity',
      status: 'active',
      created: 38,
      changed: 35,
      steps: [
        connect(
          'Hi {{first_name}}, I plan freight between the Nordics and the Continent. Winter capacity is filling up early this year, so I’m getting in touch with teams like yours at {{company}}.',
        ),
        message(
          3,
          'Thanks for connecting, {{first_name}}. How does {{company}} handle the weeks before Christmas, with fixed slots or with whatever’s left on the spot market?',
        ),
        email(
          5,
          'Fixed slots for {{company}} before Christmas',
          'Hi {{first_name}},\n\nwe hold 40 trailer slots a week from Aarhus and Gothenburg to Rotterdam until 20 December, at the rates of September.\n\nIf {{company}} ships southbound in those weeks, I can reserve slots for you now and release what you don’t need until 48 hours before loading.\n\nMay I send you the timetable?\n\nKind regards,\nSøren Møller',
        ),
      ],
    },
    {
      name: 'Online shops: returns in 48 hours',
      status: 'active',
      created: 26,
      changed: 21,
      steps: [
        email(
          0,
          'What a return costs {{company}}',
          'Hi {{first_name}},\n\na returned sofa spends eleven days on the road and in queues before it can be sold again. We get that down to two.\n\nOur hubs in Malmö and Utrecht inspect, repack and restock returns the day they arrive.\n\nWhat would two days instead of eleven change for {{company}}?\n\nKind regards,\nIda Kjær',
        ),
        connect(
          'Hi {{first_name}}, I wrote to you about returns at {{company}}. We run two returns hubs, and I’d be glad to show you one, on site or on video.',
        ),
      ],
    },
    {
      name: 'Food importers: customs checklist',
      status: 'completed',
      created: 45,
      changed: 28,
      steps: [
        email(
          0,
          'The customs checklist for {{company}}',
          'Hi {{first_name}},\n\nfrom this quarter the Netherlands check organic certificates before unloading. Containers without the original wait, at 95 euros a day.\n\nWe’ve put the new steps on one page. Shall I send it to you?\n\nKind regards,\nIda Kjær',
        ),
        email(
          4,
          'Re: the customs checklist',
          'Hi {{first_name}},\n\nhere’s the checklist. Points 3 and 7 are the ones that hold up most containers.\n\nIf it’d help to go through it with your team at {{company}}, I’ll happily do that for free.\n\nKind regards,\nIda Kjær',
        ),
      ],
    },
    {
      name: 'Reefer lanes to Piraeus',
      status: 'draft',
      created: 7,
      changed: 4,
      steps: [
        connect(
          'Hi {{first_name}}, we’re opening a weekly reefer lane to Piraeus in spring. {{company}} came up twice when I looked into who ships chilled goods that way.',
        ),
      ],
    },
  ],
  kestrel: [
    {
      name: 'Clinic managers: fewer no-shows',
      status: 'paused',
      created: 31,
      changed: 16,
      steps: [
        connect(
          'Hi {{first_name}}, I work with clinics on cutting missed appointments. I’d like to hear how {{company}} deals with them.',
        ),
        message(
          3,
          'Thank you for connecting, {{first_name}}. In most clinics we see, 9 in 100 patients don’t show up, and there’s no time to call the next one on the list. Is it similar at {{company}}?',
        ),
        email(
          5,
          'Filling cancelled appointments at {{company}}',
          'Dear {{first_name}},\n\nwhen a patient cancels, Kestrel texts the next three on your waiting list, and the first to reply gets the appointment. A group of six practices in Leeds fills 7 in 10 cancellations that way.\n\nMay I show you how it would work with your booking system?\n\nKind regards,\nNadia Rahman',
        ),
      ],
    },
    {
      name: 'Hospital IT: integration workshop',
      status: 'draft',
      created: 20,
      changed: 17,
      steps: [
        email(
          0,
          'A half-day integration workshop for {{company}}',
          'Dear {{first_name}},\n\nwe run a free half-day workshop for hospital IT teams: your appointment interfaces on a whiteboard, and a list of what could be standard FHIR by the end of it.\n\nWould that be useful for your team at {{company}}?\n\nKind regards,\nNadia Rahman',
        ),
        message(4, 'Hi {{first_name}}, did my note about the integration workshop reach you?'),
      ],
    },
  ],
};

/** Adds the campaigns of a customer. Returns them with the ids of their steps. */
export function addCampaigns(tables: Tables, timeline: Timeline, owner: Owner, key: CustomerKey, { alex }: UserIds) {
  const change = { actor: alex, customer: owner } as const;
  return campaigns[key].map(({ name, status, created, changed, steps }, place) => {
    const id = randomUUID();
    const time = timeline.at(created, 700 + 35 * place);
    const changedAt = timeline.at(changed, 700 + 35 * place + 20);
    tables.campaigns.push({
      id,
      customer_id: owner.id,
      name,
      status,
      created_at: isoTime(time),
      updated_at: isoTime(changedAt),
    });
    addActivity(tables, time, { ...change, action: 'insert', subject: 'campaigns', ids: [id] });
    const added = steps.map((step, index) => {
      const [stepId, written] = [randomUUID(), time + (index + 1) * 4 * 60_000];
      const dates = { created_at: isoTime(written), updated_at: isoTime(written) };
      tables.campaign_steps.push({ id: stepId, customer_id: owner.id, campaign_id: id, ...step, ...dates });
      addActivity(tables, written, { ...change, action: 'insert', subject: 'campaign_steps', ids: [stepId] });
      return stepId;
    });
    const setStatus = (newStatus: string, date: number) =>
      addActivity(tables, date, {
        ...change,
        action: 'update',
        subject: 'campaigns',
        ids: [id],
        changed: ['status'],
        values: { status: newStatus },
      });
    if (status === 'paused' || status === 'completed') setStatus('active', time + 50 * 60_000);
    if (status !== 'draft') setStatus(status, changedAt);
    return { id, steps: added };
  });
}
