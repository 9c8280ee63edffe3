// The campaigns of the demo, one in every status.
export type DemoStep = {
  step_type: 'linkedin_connection' | 'linkedin_message' | 'email';
  delay_days: number;
  subject: string | null;
  message_content: string;
};
export type DemoCampaign = { name: string; status: 'draft' | 'active' | 'paused' | 'completed'; steps: DemoStep[] };

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

/** The campaigns of the first and the second customer. */
export const demoCampaigns: [DemoCampaign[], DemoCampaign[]] = [
  [
    {
      name: 'Founder introductions',
      status: 'active',
      steps: [
        connect('Hi {{first_name}}, I follow what {{company}} is building and would like to stay in touch.'),
        message(
          2,
          'Thank you for connecting, {{first_name}}. How does {{company}} find its first conversations with new customers today?',
        ),
        email(
          4,
          'An idea for {{company}}',
          'Hi {{first_name}},\n\nthree teams of your size doubled their replies last quarter with shorter first messages. May I send you what they wrote?\n\nBest,\nRobin',
        ),
      ],
    },
    {
      name: 'Autumn product launch',
      status: 'draft',
      steps: [
        email(
          0,
          'Something new for {{company}}',
          'Hi {{first_name}},\n\nfrom October on you can plan a whole quarter on one page. Would you like to see it first?',
        ),
        message(3, 'Hi {{first_name}}, did my note on the new planner reach you?'),
      ],
    },
    {
      name: 'Lisbon conference follow-up',
      status: 'paused',
      steps: [
        connect(''),
        message(1, 'It was good to meet you in Lisbon, {{first_name}}. Here are the slides that I mentioned.'),
      ],
    },
    {
      name: 'Spring webinar invitations',
      status: 'completed',
      steps: [
        email(
          0,
          'Thursday at four: pipeline without cold calls',
          'Hi {{first_name}},\n\nwe have reserved a seat for {{company}}. Shall I put you down?',
        ),
        email(
          5,
          'The recording, {{first_name}}',
          'In case Thursday was full: here is the recording, with the questions at 31 minutes.',
        ),
      ],
    },
  ],
  [
    {
      name: 'Warehouse managers, Benelux',
      status: 'active',
      steps: [
        connect('Hi {{first_name}}, we both work on shipping pallets before noon.'),
        message(3, 'Which of the docks at {{company}} waits longest in the morning?'),
      ],
    },
    { name: 'Year-end reviews', status: 'draft', steps: [] },
  ],
];
