"""The countries by their two and three letters (ISO 3166-1, as of 2025), with their names in English and Italian.

The names are those of the Unicode CLDR, and some that are as common.
"""

from __future__ import annotations

from typing import Final

COUNTRY_NAMES: Final = """
AD AND Andorra
AE ARE United Arab Emirates | Emirati Arabi Uniti | UAE | Emirates | Emirati
AF AFG Afghanistan
AG ATG Antigua and Barbuda | Antigua e Barbuda
AI AIA Anguilla
AL ALB Albania
AM ARM Armenia
AO AGO Angola
AQ ATA Antarctica | Antartide
AR ARG Argentina
AS ASM American Samoa | Samoa Americane
AT AUT Austria
AU AUS Australia
AW ABW Aruba
AX ALA Åland Islands | Isole Åland
AZ AZE Azerbaijan | Azerbaigian
BA BIH Bosnia and Herzegovina | Bosnia ed Erzegovina | Bosnia
BB BRB Barbados
BD BGD Bangladesh
BE BEL Belgium | Belgio
BF BFA Burkina Faso
BG BGR Bulgaria
BH BHR Bahrain | Bahrein
BI BDI Burundi
BJ BEN Benin
BL BLM Saint Barthélemy
BM BMU Bermuda
BN BRN Brunei
BO BOL Bolivia
BQ BES Caribbean Netherlands | Caraibi Olandesi
BR BRA Brazil | Brasile
BS BHS Bahamas
BT BTN Bhutan
BV BVT Bouvet Island | Isola Bouvet
BW BWA Botswana
BY BLR Belarus | Bielorussia
BZ BLZ Belize
CA CAN Canada
CC CCK Cocos Islands | Isole Cocos
CD COD Congo Kinshasa
CF CAF Central African Republic | Repubblica Centrafricana
CG COG Congo Brazzaville
CH CHE Switzerland | Svizzera
CI CIV Côte d’Ivoire | Costa d’Avorio | Ivory Coast
CK COK Cook Islands | Isole Cook
CL CHL Chile | Cile
CM CMR Cameroon | Camerun
CN CHN China | Cina | People’s Republic of China
CO COL Colombia
CR CRI Costa Rica
CU CUB Cuba
CV CPV Cape Verde | Capo Verde | Cabo Verde
CW CUW Curaçao
CX CXR Christmas Island | Isola Christmas
CY CYP Cyprus | Cipro
CZ CZE Czechia | Cechia | Czech Republic | Repubblica Ceca
DE DEU Germany | Germania
DJ DJI Djibouti | Gibuti
DK DNK Denmark | Danimarca
DM DMA Dominica
DO DOM Dominican Republic | Repubblica Dominicana
DZ DZA Algeria
EC ECU Ecuador
EE EST Estonia
EG EGY Egypt | Egitto
EH ESH Western Sahara | Sahara Occidentale
ER ERI Eritrea
ES ESP Spain | Spagna
ET ETH Ethiopia | Etiopia
FI FIN Finland | Finlandia
FJ FJI Fiji | Figi
FK FLK Falkland Islands | Isole Falkland
FM FSM Micronesia
FO FRO Faroe Islands | Isole Fær Øer
FR FRA France | Francia
GA GAB Gabon
GB GBR United Kingdom | Regno Unito | UK | Great Britain | Gran Bretagna
GB GBR England | Inghilterra | Scotland | Scozia | Wales | Galles | Northern Ireland | Irlanda del Nord
GD GRD Grenada
GE GEO Georgia
GF GUF French Guiana | Guyana Francese
GG GGY Guernsey
GH GHA Ghana
GI GIB Gibraltar | Gibilterra
GL GRL Greenland | Groenlandia
GM GMB Gambia
GN GIN Guinea
GP GLP Guadeloupe | Guadalupa
GQ GNQ Equatorial Guinea | Guinea Equatoriale
GR GRC Greece | Grecia
GS SGS South Georgia and South Sandwich Islands | Georgia del Sud e Sandwich Australi
GT GTM Guatemala
GU GUM Guam
GW GNB Guinea-Bissau
GY GUY Guyana
HK HKG Hong Kong
HM HMD Heard and McDonald Islands | Isole Heard e McDonald
HN HND Honduras
HR HRV Croatia | Croazia
HT HTI Haiti
HU HUN Hungary | Ungheria
ID IDN Indonesia
IE IRL Ireland | Irlanda | Republic of Ireland | Eire
IL ISR Israel | Israele
IM IMN Isle of Man | Isola di Man
IN IND India
IO IOT British Indian Ocean Territory | Territorio Britannico dell’Oceano Indiano
IQ IRQ Iraq
IR IRN Iran
IS ISL Iceland | Islanda
IT ITA Italy | Italia
JE JEY Jersey
JM JAM Jamaica | Giamaica
JO JOR Jordan | Giordania
JP JPN Japan | Giappone
KE KEN Kenya
KG KGZ Kyrgyzstan | Kirghizistan
KH KHM Cambodia | Cambogia
KI KIR Kiribati
KM COM Comoros | Comore
KN KNA Saint Kitts and Nevis | Saint Kitts e Nevis
KP PRK North Korea | Corea del Nord
KR KOR South Korea | Corea del Sud | Korea | Corea
KW KWT Kuwait
KY CYM Cayman Islands | Isole Cayman
KZ KAZ Kazakhstan | Kazakistan
LA LAO Laos
LB LBN Lebanon | Libano
LC LCA Saint Lucia
LI LIE Liechtenstein
LK LKA Sri Lanka
LR LBR Liberia
LS LSO Lesotho
LT LTU Lithuania | Lituania
LU LUX Luxembourg | Lussemburgo
LV LVA Latvia | Lettonia
LY LBY Libya | Libia
MA MAR Morocco | Marocco
MC MCO Monaco
MD MDA Moldova | Moldavia | Republic of Moldova
ME MNE Montenegro
MF MAF Saint Martin
MG MDG Madagascar
MH MHL Marshall Islands | Isole Marshall
MK MKD North Macedonia | Macedonia del Nord | Macedonia
ML MLI Mali
MM MMR Myanmar | Burma | Birmania
MN MNG Mongolia
MO MAC Macao | Macau
MP MNP Northern Mariana Islands | Isole Marianne Settentrionali
MQ MTQ Martinique | Martinica
MR MRT Mauritania
MS MSR Montserrat
MT MLT Malta
MU MUS Mauritius
MV MDV Maldives | Maldive
MW MWI Malawi
MX MEX Mexico | Messico
MY MYS Malaysia
MZ MOZ Mozambique | Mozambico
NA NAM Namibia
NC NCL New Caledonia | Nuova Caledonia
NE NER Niger
NF NFK Norfolk Island | Isola Norfolk
NG NGA Nigeria
NI NIC Nicaragua
NL NLD Netherlands | Paesi Bassi | Holland | Olanda
NO NOR Norway | Norvegia
NP NPL Nepal
NR NRU Nauru
NU NIU Niue
NZ NZL New Zealand | Nuova Zelanda
OM OMN Oman
PA PAN Panama
PE PER Peru
PF PYF French Polynesia | Polinesia Francese
PG PNG Papua New Guinea | Papua Nuova Guinea
PH PHL Philippines | Filippine
PK PAK Pakistan
PL POL Poland | Polonia
PM SPM Saint Pierre and Miquelon | Saint-Pierre e Miquelon
PN PCN Pitcairn Islands | Isole Pitcairn | Pitcairn
PR PRI Puerto Rico | Portorico
PS PSE Palestine | Palestina
PT PRT Portugal | Portogallo
PW PLW Palau
PY PRY Paraguay
QA QAT Qatar
RE REU Réunion | Riunione
RO ROU Romania
RS SRB Serbia
RU RUS Russia | Russian Federation | Federazione Russa
RW RWA Rwanda | Ruanda
SA SAU Saudi Arabia | Arabia Saudita
SB SLB Solomon Islands | Isole Salomone
SC SYC Seychelles
SD SDN Sudan
SE SWE Sweden | Svezia
SG SGP Singapore
SH SHN Saint Helena | Sant’Elena
SI SVN Slovenia
SJ SJM Svalbard and Jan Mayen | Svalbard e Jan Mayen
SK SVK Slovakia | Slovacchia
SL SLE Sierra Leone
SM SMR San Marino
SN SEN Senegal
SO SOM Somalia
SR SUR Suriname
SS SSD South Sudan | Sud Sudan
ST STP São Tomé and Príncipe | São Tomé e Príncipe
SV SLV El Salvador
SX SXM Sint Maarten
SY SYR Syria | Siria
SZ SWZ Eswatini | Swaziland
TC TCA Turks and Caicos Islands | Isole Turks e Caicos
TD TCD Chad | Ciad
TF ATF French Southern Territories | Terre Australi Francesi
TG TGO Togo
TH THA Thailand | Thailandia
TJ TJK Tajikistan | Tagikistan
TK TKL Tokelau
TL TLS Timor-Leste | Timor Est
TM TKM Turkmenistan
TN TUN Tunisia
TO TON Tonga
TR TUR Türkiye | Turchia | Turkey
TT TTO Trinidad and Tobago | Trinidad e Tobago
TV TUV Tuvalu
TW TWN Taiwan | Taiwan, Province of China
TZ TZA Tanzania
UA UKR Ukraine | Ucraina
UG UGA Uganda
UM UMI U.S. Outlying Islands | Isole Minori Esterne degli Stati Uniti
US USA United States | Stati Uniti | United States of America | America | Stati Uniti d’America
UY URY Uruguay
UZ UZB Uzbekistan
VA VAT Vatican City | Città del Vaticano | Vatican | Holy See | Vaticano | Santa Sede
VC VCT Saint Vincent and Grenadines | Saint Vincent e Grenadine
VE VEN Venezuela
VG VGB British Virgin Islands | Isole Vergini Britanniche
VI VIR U.S. Virgin Islands | Isole Vergini Americane
VN VNM Vietnam | Viet Nam
VU VUT Vanuatu
WF WLF Wallis and Futuna | Wallis e Futuna
WS WSM Samoa
YE YEM Yemen
YT MYT Mayotte
ZA ZAF South Africa | Sudafrica
ZM ZMB Zambia
ZW ZWE Zimbabwe
"""
