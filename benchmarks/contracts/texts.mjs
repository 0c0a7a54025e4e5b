// Running text of the made contracts. It speaks of signatures, dates and names as contracts do.
export const TEXTS = {
  en: {
    title: 'Agreement on Consulting Services',
    clauses: [
      [
        'Subject',
        'The consultant advises the client on the layout of its warehouse. The date on which work begins is named in the schedule, and each report is dated and carries the name of its author.',
      ],
      [
        'Fees',
        'The client pays 4,200.00 euros within thirty days of the invoice. An invoice without a signature is valid as well. Expenses above 150 euros need a written approval beforehand.',
      ],
      [
        'Confidentiality',
        'Both sides keep secret what they learn about each other. The duty ends three years after the date of the last signature, and it binds the employees named by either side.',
      ],
      [
        'Term',
        'The agreement begins when both have signed it, and ends on 31 December. It may be ended with one month notice in writing; a signature by electronic means is enough.',
      ],
      [
        'Liability',
        'Each side answers for damage done on purpose or by gross neglect. For other damage it answers up to the fees of one year. Initials on a page are no consent to changes by hand.',
      ],
      [
        'Law',
        'The law of Ireland applies. Changes need the signature of both parties. If a clause is void, the others stay.',
      ],
    ],
  },
  fr: {
    title: 'Contrat de bail meublé',
    clauses: [
      [
        'Objet',
        'Le bailleur loue au locataire un logement meublé de deux pièces situé 12, rue des Tanneurs. La date de prise d’effet et le nom des occupants figurent en annexe.',
      ],
      [
        'Durée',
        'Le bail est conclu pour un an à compter de la date de sa signature. Il se renouvelle tacitement, sauf congé donné trois mois avant le terme par lettre signée.',
      ],
      [
        'Loyer',
        'Le loyer s’élève à 780 euros par mois, payable le cinq de chaque mois. Une quittance datée et signée est remise sur demande du locataire.',
      ],
      [
        'Dépôt de garantie',
        'Le locataire verse à la signature une somme égale à un mois de loyer. Elle est restituée dans les deux mois qui suivent la remise des clés.',
      ],
      [
        'État des lieux',
        'Un état des lieux est dressé et signé par les parties à l’entrée et à la sortie. Chacune en garde un exemplaire paraphé.',
      ],
      [
        'Litiges',
        'Le tribunal du lieu de l’immeuble est compétent. Toute modification du présent contrat requiert la signature des deux parties.',
      ],
    ],
  },
  de: {
    title: 'Arbeitsvertrag',
    clauses: [
      [
        'Tätigkeit',
        'Der Arbeitnehmer wird als Tischler eingestellt. Arbeitsort ist die Werkstatt in Oldenburg. Das Datum des Beginns und der Name des Vorgesetzten stehen in der Anlage.',
      ],
      [
        'Vergütung',
        'Das Gehalt beträgt 3.150,00 Euro brutto im Monat und wird zum letzten Werktag gezahlt. Überstunden werden nur bezahlt, wenn der Stundenzettel eine Unterschrift trägt.',
      ],
      [
        'Arbeitszeit',
        'Die Arbeitszeit beträgt 38 Stunden in der Woche. Ort und Zeit der Pausen werden im Aushang genannt, der das Datum seines Beginns trägt.',
      ],
      [
        'Urlaub',
        'Der Urlaub beträgt 28 Werktage im Jahr. Der Antrag wird mit Datum und Unterschrift eingereicht und vom Betrieb bestätigt.',
      ],
      [
        'Kündigung',
        'Die Kündigung bedarf der Schriftform. Die Frist beträgt vier Wochen zum Monatsende; maßgeblich ist das Datum des Zugangs.',
      ],
      [
        'Schluss',
        'Änderungen gelten nur mit Unterschrift beider Parteien. Mündliche Nebenabreden bestehen nicht.',
      ],
    ],
  },
  es: {
    title: 'Contrato de arrendamiento de vivienda',
    clauses: [
      [
        'Objeto',
        'El arrendador cede al arrendatario el uso de la vivienda sita en la calle Mayor, 14. La fecha de entrega y el nombre de los ocupantes constan en el anexo.',
      ],
      [
        'Duración',
        'El contrato dura un año desde la fecha de su firma. Se prorroga por plazos iguales si ninguna de las partes comunica lo contrario con firma y por escrito.',
      ],
      [
        'Renta',
        'La renta es de 650 euros al mes y se paga en los cinco primeros días. El recibo llevará la firma del arrendador y la fecha del pago.',
      ],
      [
        'Fianza',
        'A la firma del contrato el arrendatario entrega una mensualidad como fianza, que se devolverá en el plazo de un mes desde la entrega de las llaves.',
      ],
      [
        'Gastos',
        'Los gastos de luz, agua y gas corren a cargo del arrendatario. Los de comunidad, a cargo del arrendador.',
      ],
      [
        'Jurisdicción',
        'Las partes se someten a los juzgados del lugar de la vivienda. Toda modificación exige la firma de ambas.',
      ],
    ],
  },
  ar: {
    title: 'عقد عمل محدد المدة',
    clauses: [
      [
        'موضوع العقد',
        'يعمل الطرف الثاني لدى الطرف الأول بوظيفة محاسب. ويحدد تاريخ بدء العمل واسم المدير المباشر في الملحق المرفق بهذا العقد.',
      ],
      [
        'الأجر',
        'يدفع الطرف الأول أجرا شهريا قدره ستة آلاف درهم في نهاية كل شهر ميلادي، ولا يصرف بدل إلا بطلب يحمل توقيع الموظف.',
      ],
      [
        'مدة العقد',
        'مدة العقد سنة واحدة تبدأ من تاريخ توقيع الطرفين، ويجدد باتفاق مكتوب قبل نهايته بشهر واحد على الأقل.',
      ],
      [
        'السرية',
        'يلتزم الطرف الثاني بالمحافظة على أسرار العمل أثناء مدة العقد وبعد انتهائه، ويسأل عن كل ضرر ينشأ عن إفشائها.',
      ],
      [
        'أحكام عامة',
        'حرر هذا العقد من نسختين، بيد كل طرف نسخة للعمل بموجبها، ولا يعتد بأي تعديل دون توقيع الطرفين.',
      ],
    ],
  },
  it: {
    title: 'Contratto di prestazione d’opera',
    clauses: [
      [
        'Oggetto',
        'Il prestatore cura la manutenzione del giardino del committente. La data di inizio e il nome del referente sono indicati nell’allegato.',
      ],
      [
        'Compenso',
        'Il compenso è di 900 euro, da versare entro trenta giorni dalla data della fattura. La firma della ricevuta non è necessaria.',
      ],
      ['Durata', 'Il contratto dura sei mesi dalla firma e può essere prorogato per iscritto.'],
      ['Foro', 'È competente il foro di Torino. Ogni modifica richiede la firma di entrambe le parti.'],
    ],
  },
  nl: {
    title: 'Overeenkomst van opdracht',
    clauses: [
      [
        'Opdracht',
        'De opdrachtnemer onderhoudt de website van de opdrachtgever. De datum van aanvang en de naam van de contactpersoon staan in de bijlage.',
      ],
      [
        'Vergoeding',
        'De vergoeding bedraagt 75 euro per uur. Facturen worden betaald binnen dertig dagen na de datum; een handtekening is niet nodig.',
      ],
      ['Duur', 'De overeenkomst eindigt op 31 december en kan met een maand worden opgezegd.'],
      [
        'Recht',
        'Nederlands recht is van toepassing. Wijzigingen vereisen de handtekening van beide partijen.',
      ],
    ],
  },
  pl: {
    title: 'Umowa zlecenia',
    clauses: [
      [
        'Przedmiot',
        'Zleceniobiorca prowadzi księgowość zleceniodawcy. Data rozpoczęcia oraz imię i nazwisko osoby kontaktowej są podane w załączniku.',
      ],
      [
        'Wynagrodzenie',
        'Wynagrodzenie wynosi 2 400 złotych miesięcznie, płatne do dziesiątego dnia miesiąca. Rachunek wymaga podpisu zleceniobiorcy.',
      ],
      ['Czas trwania', 'Umowa trwa rok od daty podpisania i może być wypowiedziana z miesięcznym okresem.'],
      ['Postanowienia', 'Zmiany wymagają podpisu obu stron. Umowę sporządzono w dwóch egzemplarzach.'],
    ],
  },
};
