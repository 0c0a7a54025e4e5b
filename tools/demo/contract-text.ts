/** A clause of the sample contract: its heading and its paragraphs. */
export interface Clause {
  heading: string;
  paragraphs: readonly string[];
}

export const TITLE = 'Lease of a Watermill';
export const PLACE = 'Upper Mill, Millbrook Lane, Aldermere';

export const PARTIES: readonly { role: string; words: string }[] = [
  {
    role: 'The Landlord',
    words: 'Edith Marlow, owner of Upper Mill, Millbrook Lane, Aldermere.',
  },
  {
    role: 'The Tenant',
    words: 'Jonas Brandt, miller, trading as Brandt Flour, 4 Quay Street, Aldermere.',
  },
];

export const CLAUSES: readonly Clause[] = [
  {
    heading: 'What is let',
    paragraphs: [
      'The Landlord lets to the Tenant the watermill known as Upper Mill: the mill house with its three grinding floors, the wheel and gearing, the granary, the yard, and the right to use the head race and the tail race as far as the stone marks shown on the plan that both parties hold.',
      'The dwelling above the granary and the orchard east of the race are not let. The Landlord keeps the right to walk to them across the yard by day and by night.',
    ],
  },
  {
    heading: 'Term',
    paragraphs: [
      'The lease begins on the first day of January 2027 and runs for five years. Unless one party tells the other otherwise in writing at least six months before its end, it goes on from year to year on the same terms.',
      'The mill is handed over swept and empty, with the water shut off at the upper sluice. Both parties walk through it together on that day and write down its state and the marks on the gauge board.',
    ],
  },
  {
    heading: 'Rent',
    paragraphs: [
      'The rent is 1,480 euros a month, due on the first working day. It may be raised once a year, in step with the consumer price index and never by more than three in a hundred.',
      'For every full week in which the wheel cannot turn for want of water, and the want is not of the Tenant’s making, a quarter of that month’s rent is not owed.',
    ],
  },
  {
    heading: 'Deposit',
    paragraphs: [
      'The Tenant pays a deposit of 4,440 euros before the keys are handed over. The Landlord keeps it apart from other money and returns it with the interest earned within thirty days after the mill is given back, less what is owed under this lease and shown by bills.',
    ],
  },
  {
    heading: 'Water',
    paragraphs: [
      'The Tenant works the sluices. The water in the head race is kept between the lower and the upper mark of the gauge board; when the river stands above the red mark, both sluices are opened at once, whatever is in the stones.',
      'In dry months the river comes first: at least sixty litres a second pass the fish ladder at all times, and the Tenant keeps the daily readings for the river board for as long as the lease runs.',
      'The Landlord holds the water right and answers for its fees. Neither party does anything that could put the right at risk, and each tells the other at once of any letter about it.',
    ],
  },
  {
    heading: 'Use',
    paragraphs: [
      'The mill is used for grinding grain and for selling what is ground. Between ten at night and six in the morning the stones stand still. Up to twelve visitors at a time may be shown through the mill while it works, behind the rails.',
      'Without the Landlord’s written leave the Tenant neither sublets the mill nor any floor of it, nor sets up an engine that drives the gearing in place of the wheel.',
    ],
  },
  {
    heading: 'Upkeep',
    paragraphs: [
      'The Tenant greases the gearing, dresses the stones, clears the rack every day and mends what wears out through use up to 300 euros a case and 2,000 euros a year. The Landlord keeps roof, walls, wheel shaft, weir and sluice frames sound.',
      'Every second autumn the race is drained for a week and cleared of silt, at the cost of both in equal parts. The week is agreed by the end of August.',
      'What breaks and cannot wait is mended by whoever stands nearest. The other party is told the same day and bears the share that this clause gives.',
    ],
  },
  {
    heading: 'Insurance',
    paragraphs: [
      'The Landlord insures the buildings against fire, flood and storm. The Tenant insures the stock, the liability towards visitors and the loss of trade. Each shows the other the policies once a year without being asked.',
    ],
  },
  {
    heading: 'Ending early',
    paragraphs: [
      'Either party may end the lease with three months’ notice if the water right is lost, or if the wheel shaft breaks and cannot be replaced within half a year. The Landlord may end it with one month’s notice if two months’ rent is unpaid after a written reminder.',
      'When the lease ends, the Tenant gives the mill back swept, with the stones raised and the water shut off. Fittings the Tenant has put in may be taken out where no trace is left.',
    ],
  },
  {
    heading: 'Last words',
    paragraphs: [
      'Changes to this lease are made in writing and signed by both parties, on paper or electronically. If a clause does not hold, the others do. The court at Aldermere decides disputes that a mediator could not settle within two months.',
    ],
  },
];
