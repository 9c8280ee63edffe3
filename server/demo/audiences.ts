// Who the demo's customers want to reach: titles, kinds of companies, and why leads are rejected.
import type { RegionName } from './regions.ts';

export type Sector = {
  /** Last word of company names. */
  suffix: string;
  industry: string;
  /** What the company does, for its description. */
  business: string;
};

export type Audience = {
  name: string;
  titles: string[];
  sectors: Sector[];
  regions: RegionName[];
  companies: number;
  /** Least and most employees. */
  headcount: [number, number];
  /** Fewer are too small for the customer, more too large. */
  fitting: [number, number];
  /** Ends of headlines. */
  topics: string[];
  /** Reasons of rejections that the company's size does not explain; the frequent ones more than once. */
  reasons: string[];
};

const sector = (suffix: string, industry: string, business: string): Sector => ({ suffix, industry, business });
const list = (text: string): string[] => text.split(';');

export const audiences = {
  founders: {
    name: 'SaaS founders',
    titles: list(
      'Founder & CEO;Co-founder & CTO;Chief Executive Officer;Co-founder & CPO;Chief Operating Officer;Head of Strategy;Chief of Staff;VP Finance',
    ),
    sectors: [
      sector('Software', 'Software development', 'builds scheduling software for field-service teams'),
      sector('Labs', 'Software development', 'makes developer tools for testing APIs'),
      sector('Cloud', 'IT services', 'hosts document workflows for accounting firms'),
      sector('Analytics', 'Data and analytics', 'sells usage analytics to product teams'),
    ],
    regions: ['britain', 'america', 'germany', 'france', 'nordics', 'india', 'ukraine', 'spain', 'benelux', 'japan'],
    companies: 26,
    headcount: [6, 900],
    fitting: [12, 600],
    topics: list('B2B SaaS;Building in public;Bootstrapped to €4M ARR;Product-led growth;Ex-consultant, now operator'),
    reasons: list('Wrong role;Wrong role;Wrong role;Wrong industry;Competitor;Wrong location;Other'),
  },
  revops: {
    name: 'RevOps leaders',
    titles: list(
      'VP Revenue Operations;Head of Sales Operations;Director of Revenue Operations;Chief Revenue Officer;RevOps Manager;Head of GTM Systems;VP Sales;Sales Enablement Lead',
    ),
    sectors: [
      sector('Systems', 'Software development', 'sells warehouse-management software to retailers'),
      sector('Telecom', 'Telecommunications', 'runs business fibre networks'),
      sector('Security', 'Computer and network security', 'monitors networks of mid-sized manufacturers'),
      sector('Payments', 'Financial services', 'processes card payments for marketplaces'),
    ],
    regions: ['america', 'britain', 'germany', 'gulf', 'france', 'benelux', 'africa', 'china'],
    companies: 22,
    headcount: [60, 4200],
    fitting: [90, 2500],
    topics: list('Salesforce & HubSpot;Pipeline you can trust;GTM systems;Forecasting nerd;Coffee, CRM, clean data'),
    reasons: list('Wrong role;Wrong role;Already a customer;Already a customer;Competitor;Wrong location'),
  },
  growth: {
    name: 'E-commerce growth',
    titles: list(
      'Head of Growth;Chief Marketing Officer;E-commerce Director;Performance Marketing Lead;VP Digital;Head of CRM & Retention;Marketplace Manager;Founder',
    ),
    sectors: [
      sector('Outdoor', 'Sporting goods', 'sells trekking gear online in eleven countries'),
      sector('Home', 'Furniture and home furnishings', 'designs and sells modular furniture online'),
      sector('Beauty', 'Personal care products', 'makes natural skincare and sells it directly'),
      sector('Kids', 'Retail', 'rents and sells children’s clothing by subscription'),
    ],
    regions: ['france', 'spain', 'brazil', 'britain', 'nordics', 'turkey', 'greece', 'poland'],
    companies: 22,
    headcount: [8, 1500],
    fitting: [14, 900],
    topics: list('D2C;From clicks to loyalty;Retention first;Scaling brands across Europe;Shopify Plus'),
    reasons: list('Too small;Wrong industry;Wrong role;Wrong location;Wrong location;Other'),
  },
  manufacturing: {
    name: 'Manufacturing operations',
    titles: list(
      'Chief Operating Officer;Plant Director;VP Operations;Head of Continuous Improvement;Digital Transformation Manager;Production Planning Lead;Managing Director',
    ),
    sectors: [
      sector('Robotics', 'Industrial automation', 'builds picking robots for small warehouses'),
      sector('Precision', 'Machinery manufacturing', 'machines parts for medical devices'),
      sector('Packaging', 'Packaging and containers', 'makes recyclable packaging for food brands'),
    ],
    regions: ['germany', 'poland', 'nordics', 'japan', 'america', 'india', 'serbia', 'benelux'],
    companies: 20,
    headcount: [40, 5200],
    fitting: [80, 3000],
    topics: list('Lean, then digital;Industry 4.0;OEE without spreadsheets;Shop floor to top floor'),
    reasons: list('Wrong role;Wrong role;Wrong industry;Wrong location;Already a customer'),
  },
  supply: {
    name: 'Supply chain directors',
    titles: list(
      'Supply Chain Director;Head of Logistics;VP Supply Chain;Procurement Director;Transport Manager;Logistics Project Manager;Head of Distribution;Chief Operating Officer',
    ),
    sectors: [
      sector('Industries', 'Machinery manufacturing', 'makes pumps and valves for district heating'),
      sector('Timber', 'Paper and forest products', 'saws and planes timber for builders across Europe'),
      sector('Energy', 'Renewable energy', 'assembles heat pumps and battery storage'),
      sector('Marine', 'Shipbuilding', 'supplies parts and paint to shipyards'),
    ],
    regions: ['nordics', 'benelux', 'germany', 'poland', 'greece', 'turkey', 'ukraine', 'china'],
    companies: 24,
    headcount: [30, 5800],
    fitting: [60, 3500],
    topics: list('Moving goods, not problems;Resilient supply chains;Sourcing in the Baltics;Ports, pallets, patience'),
    reasons: list('Wrong role;Wrong role;Already a customer;Already a customer;Wrong location;Competitor'),
  },
  fulfilment: {
    name: 'E-commerce operations',
    titles: list(
      'Head of Operations;Fulfilment Manager;Operations Director;Head of Customer Delivery;Warehouse Manager;Returns Manager;Co-founder & COO',
    ),
    sectors: [
      sector('Living', 'Furniture and home furnishings', 'sells sofas and lamps online'),
      sector('Cycles', 'Sporting goods', 'builds e-bikes to order'),
      sector('Books', 'Retail', 'sells used and new books online'),
    ],
    regions: ['nordics', 'germany', 'benelux', 'britain', 'poland', 'france'],
    companies: 22,
    headcount: [5, 700],
    fitting: [10, 450],
    topics: list('Same-day or sooner;Returns are a feature;Peak season survivor;From garage to 3PL'),
    reasons: list('Too small;Wrong role;Wrong role;Competitor;Wrong industry;Other'),
  },
  food: {
    name: 'Food & beverage importers',
    titles: list(
      'Import Manager;Supply Chain Manager;Quality & Logistics Lead;Purchasing Director;Managing Director;Cold Chain Manager',
    ),
    sectors: [
      sector('Foods', 'Food and beverage', 'imports fruit and vegetables for supermarkets'),
      sector('Roasters', 'Food and beverage', 'roasts speciality coffee for offices'),
      sector('Wines', 'Wine and spirits', 'imports organic wine for restaurants'),
    ],
    regions: ['benelux', 'spain', 'greece', 'brazil', 'africa', 'turkey', 'nordics'],
    companies: 18,
    headcount: [7, 1200],
    fitting: [12, 800],
    topics: list('Cold chain matters;From farm to shelf;Customs whisperer;Sourcing with care'),
    reasons: list('Wrong location;Wrong location;Wrong role;Already a customer;Too small'),
  },
  clinics: {
    name: 'Clinic managers',
    titles: list(
      'Practice Manager;Clinic Director;Head of Patient Services;Operations Manager;Medical Director;Administrative Director;Front Office Lead',
    ),
    sectors: [
      sector('Clinics', 'Hospitals and health care', 'runs outpatient clinics'),
      sector('Dental', 'Medical practices', 'runs dental practices under one brand'),
      sector('Physio', 'Medical practices', 'offers physiotherapy and rehabilitation'),
    ],
    regions: ['britain', 'germany', 'france', 'spain', 'nordics', 'gulf', 'india', 'serbia'],
    companies: 22,
    headcount: [5, 900],
    fitting: [12, 600],
    topics: list('Patients before paperwork;Shorter waiting lists;Digital front desk;Healthcare operations'),
    reasons: list('Wrong role;Wrong role;Too small;Wrong location;Already a customer'),
  },
  hospitals: {
    name: 'Hospital IT',
    titles: list(
      'Chief Information Officer;Head of IT;Clinical Systems Manager;IT Project Lead;Head of Digital Health;Information Security Officer',
    ),
    sectors: [
      sector('Hospitals', 'Hospitals and health care', 'runs regional hospitals'),
      sector('Diagnostics', 'Medical laboratories', 'operates laboratories and imaging centres'),
    ],
    regions: ['germany', 'britain', 'france', 'benelux', 'gulf', 'nordics'],
    companies: 16,
    headcount: [180, 6400],
    fitting: [200, 5000],
    topics: list('Interoperability;HL7 & FHIR;Keeping wards online;Digital health'),
    reasons: list('Wrong role;Wrong role;Too large;Competitor;Already a customer'),
  },
} satisfies Record<string, Audience>;

export type AudienceKey = keyof typeof audiences;

/** Notes of rejections, by reason. */
export const rejectionNotes: Record<string, string[]> = {
  'Wrong role': [
    'Doesn’t decide on this. Their COO would be the right contact.',
    'Left the role in spring, according to LinkedIn.',
    'Too junior. Let’s aim one level higher.',
  ],
  'Wrong industry': ['They moved out of this business last year.', 'Consultancy rather than the end customer.'],
  'Too small': ['Fewer than ten employees when I checked their site.', 'No budget at this size. Maybe in a year.'],
  'Too large': [
    'Global account, handled by our enterprise team.',
    'Procurement there takes 18 months. Not for this campaign.',
  ],
  'Wrong location': ['We don’t have support in this time zone yet.', 'Please keep to the regions we agreed on.'],
  'Already a customer': [
    'Signed with us in March. Please keep them off all outreach.',
    'In a running trial, Hélène’s account.',
    'Existing account. A cold message would be embarrassing.',
  ],
  Competitor: ['They resell our main competitor.', 'Competitor. Please exclude the whole company.'],
  Other: ['We had a bad experience with them in 2023.', 'Personal acquaintance, I’ll reach out myself.'],
};

/** What the agency noted about leads. Customers can read it. */
export const researchNotes: string[] = [
  'Spoke on a panel about forecasting in May.',
  'Their team is hiring: three open roles in operations.',
  'Published a post about switching tools last month.',
  'New in the role since the summer.',
  'Mentioned a warehouse move on their podcast.',
  'Opened a second site this year.\nPrefers to be contacted in English.',
  'Alumni of the same accelerator as our contact.',
  'Quoted in the trade press about delivery times.',
];
