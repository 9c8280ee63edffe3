// The agency's administrators, the customers, their members and invitations.
import type { AudienceKey } from './audiences.ts';

/** Only the first administrator and the first member can sign in; the others have no password. `joined` is in working days ago. */
export const users = {
  alex: { name: 'Alex Morgan', email: 'admin@leadlight.example', role: 'admin', joined: 51 },
  yuki: { name: 'Yuki Tanabe', email: 'yuki.tanabe@leadlight.example', role: 'admin', joined: 51 },
  robin: { name: 'Robin Castellanos', email: 'customer@leadlight.example', role: 'customer', joined: 50 },
  helene: { name: 'Hélène Marchand', email: 'helene.marchand@brightwater.example', role: 'customer', joined: 50 },
  tom: { name: 'Tom Adeyemi', email: 'tom.adeyemi@brightwater.example', role: 'customer', joined: 50 },
  soren: { name: 'Søren Møller', email: 'soren@moller-soen.example', role: 'customer', joined: 46 },
  ida: { name: 'Ida Kjær', email: 'ida.kjaer@moller-soen.example', role: 'customer', joined: 46 },
  nadia: { name: 'Nadia Rahman', email: 'nadia.rahman@kestrel-health.example', role: 'customer', joined: 37 },
} as const;

export type UserKey = keyof typeof users;
export type UserIds = Record<UserKey, string>;

/** Days are working days ago, hours before or after now. */
type Invitation = { email: string; created: number; isMailed: boolean; expiresInHours: number };

/** An imported file of leads, preceded by one of the companies that they work for. */
export type DemoImport = {
  file: string;
  audience: AudienceKey | null;
  leads: number;
  /** Working days ago. */
  day: number;
  by: UserKey;
  /** Rows that were in the customer's list already. */
  duplicates: number;
  errors: number;
  /** Working days ago on which members reviewed leads; 0 is this morning. */
  reviews: number[];
  /** How much of the file was reviewed. */
  reviewed: number;
};

export type DemoCustomer = {
  name: string;
  /** Working days ago. */
  created: number;
  members: UserKey[];
  formerMembers: UserKey[];
  invitations: Invitation[];
  imports: DemoImport[];
  /** An import that was undone: the wrong file. */
  undone?: { file: string; leads: number; day: number };
};

export const customers: Record<'brightwater' | 'moller' | 'kestrel', DemoCustomer> = {
  brightwater: {
    name: 'Brightwater Analytics',
    created: 50,
    members: ['robin', 'helene'],
    formerMembers: ['tom'],
    invitations: [{ email: 'joao.sampaio@brightwater.example', created: 2, isMailed: true, expiresInHours: 110 }],
    imports: [
      {
        file: 'apollo-saas-founders-europe.csv',
        audience: 'founders',
        leads: 160,
        day: 48,
        by: 'alex',
        duplicates: 0,
        errors: 4,
        reviews: [47, 46, 45, 42, 40],
        reviewed: 1,
      },
      {
        file: 'salesnav-revops-leaders.csv',
        audience: 'revops',
        leads: 130,
        day: 38,
        by: 'alex',
        duplicates: 3,
        errors: 2,
        reviews: [37, 36, 33, 31],
        reviewed: 0.97,
      },
      {
        file: 'shop-growth-leads.csv',
        audience: 'growth',
        leads: 110,
        day: 27,
        by: 'yuki',
        duplicates: 5,
        errors: 0,
        reviews: [26, 25, 22, 19],
        reviewed: 0.93,
      },
      {
        file: 'hannover-fair-exhibitors.csv',
        audience: 'manufacturing',
        leads: 90,
        day: 16,
        by: 'alex',
        duplicates: 2,
        errors: 6,
        reviews: [15, 12, 9],
        reviewed: 0.75,
      },
      {
        file: 'webinar-sign-ups.csv',
        audience: null,
        leads: 20,
        day: 8,
        by: 'alex',
        duplicates: 7,
        errors: 3,
        reviews: [],
        reviewed: 0,
      },
      {
        file: 'apollo-saas-founders-batch-2.csv',
        audience: 'founders',
        leads: 50,
        day: 3,
        by: 'yuki',
        duplicates: 11,
        errors: 3,
        reviews: [2, 0],
        reviewed: 0.48,
      },
    ],
  },
  moller: {
    name: 'Møller & Søn Logistics',
    created: 46,
    members: ['soren', 'ida'],
    formerMembers: [],
    invitations: [
      { email: 'warehouse@moller-soen.example', created: 3, isMailed: false, expiresInHours: 90 },
      { email: 'mikkel.dahl@moller-soen.example', created: 12, isMailed: true, expiresInHours: -190 },
    ],
    imports: [
      {
        file: 'Supply chain directors (Nordics + DACH).csv',
        audience: 'supply',
        leads: 150,
        day: 44,
        by: 'yuki',
        duplicates: 0,
        errors: 2,
        reviews: [43, 41, 39, 36],
        reviewed: 1,
      },
      {
        file: 'onlineshops-operations.csv',
        audience: 'fulfilment',
        leads: 120,
        day: 31,
        by: 'yuki',
        duplicates: 4,
        errors: 0,
        reviews: [30, 28, 27, 23],
        reviewed: 0.94,
      },
      {
        file: 'food-importers-benelux.csv',
        audience: 'food',
        leads: 80,
        day: 19,
        by: 'alex',
        duplicates: 1,
        errors: 3,
        reviews: [18, 14, 8],
        reviewed: 0.8,
      },
      {
        file: 'onlineshops-operations-part-2.csv',
        audience: 'fulfilment',
        leads: 50,
        day: 4,
        by: 'yuki',
        duplicates: 9,
        errors: 5,
        reviews: [3, 1],
        reviewed: 0.4,
      },
    ],
    undone: { file: 'old-crm-export-2019.csv', leads: 64, day: 20 },
  },
  kestrel: {
    name: 'Kestrel Health',
    created: 37,
    members: ['nadia'],
    formerMembers: [],
    invitations: [{ email: 'it@kestrel-health.example', created: 4, isMailed: true, expiresInHours: 30 }],
    imports: [
      {
        file: 'clinic-managers-uk-de-fr.csv',
        audience: 'clinics',
        leads: 140,
        day: 35,
        by: 'alex',
        duplicates: 0,
        errors: 2,
        reviews: [34, 32, 29, 24],
        reviewed: 0.85,
      },
      {
        file: 'hospital-it-decision-makers.csv',
        audience: 'hospitals',
        leads: 100,
        day: 22,
        by: 'yuki',
        duplicates: 2,
        errors: 0,
        reviews: [21, 17, 14],
        reviewed: 0.5,
      },
    ],
  },
};

export type CustomerKey = keyof typeof customers;
