"""Words that fields, buttons and choices are called by and that mean the same: "Log in" and "Sign in", "Surname" and
"Last name", in English and the larger languages of Western Europe."""

from __future__ import annotations

import re
from functools import cache

from lightterm.session.store.text import fold

_GROUPS = """
sign in; log in; login; signin; log on; anmelden; einloggen; connexion; se connecter; iniciar sesion; accedi; inloggen
sign out; log out; logout; signout; log off; abmelden; ausloggen; deconnexion; cerrar sesion; uitloggen
sign up; signup; register; registration; create account; create an account; join; join now; registrieren; s'inscrire
sign up; become a member; join us; register; mitglied werden; devenir membre; adherer; hazte socio; word lid
forgot password; reset password; lost password; passwort vergessen; mot de passe oublie; forgotten password
forgot password; forgot your password; forgotten your password; forgotten your details; forgot your details; reset it
forgot password; can't sign in; can't log in; trouble signing in; trouble logging in; need help signing in
forgot password; kennwort vergessen; zugangsdaten vergessen; olvide mi contrasena; password dimenticata
forgot password; wachtwoord vergeten; recover account
german; deutsch; allemand; aleman; tedesco; duits
english; englisch; en; anglais; ingles; inglese; engels
french; francais; franzosisch; frances; francese; frans
spanish; espanol; spanisch; espagnol; castellano; spagnolo; spaans
italian; italiano; italienisch; italien; italiaans
portuguese; portugues; portugiesisch; portugais; portoghese
dutch; nederlands; niederlandisch; neerlandais; olandes; olandese; hollandisch
japanese; 日本語; japanisch; japonais; japones; giapponese
chinese; 中文; 简体中文; 繁體中文; mandarin; chinesisch; chinois; chino; cinese
korean; 한국어; koreanisch; coreen; coreano
russian; русский; russisch; russe; ruso; russo
ukrainian; українська; ukrainisch
polish; polski; polnisch; polonais; polaco
czech; cestina; tschechisch; tcheque
turkish; turkce; turkisch; turc; turco
arabic; العربية; arabisch; arabe; arabo
hebrew; עברית; hebraisch
greek; ελληνικα; griechisch; grec; griego
swedish; svenska; schwedisch; suedois; sueco
danish; dansk; danisch; danois
norwegian; norsk; norwegisch; norvegien
finnish; suomi; finnisch; finnois
hungarian; magyar; ungarisch; hongrois
romanian; romana; rumanisch; roumain
vietnamese; tieng viet; vietnamesisch
indonesian; bahasa indonesia; indonesisch
thai; ไทย
first name; given name; forename; firstname; fname; vorname; prenom; voornaam
last name; surname; family name; lastname; lname; nachname; familienname; nom de famille; apellido; apellidos; cognome
full name; your name; name; complete name; nom; nombre; nome; naam; contact name
email; mail; e mail; email address; mail address; e mail address; courriel; correo; correo electronico
phone; telephone; tel; phone number; telephone number; mobile; mobile number; mobile phone; cell; cell phone; telefon
telefono; telefonnummer; handy; portable
user name; username; user; user id; userid; login; login name; account name; benutzername; utilisateur; usuario
address; street; street address; address line; address line 1; address 1; strasse; adresse; direccion; rue; calle
city; town; ort; stadt; ville; ciudad; citta; locality; place
post code; postcode; postal code; zip; zip code; zipcode; plz; postleitzahl; code postal; codigo postal; cap
country; nation; land; pays; pais; paese
state; province; region; county; bundesland
company; organisation; organization; employer; firm; business; firma; entreprise; empresa
date of birth; birth date; birthdate; birthday; dob; birth day; born; geburtsdatum; date de naissance
gender; sex; geschlecht; sexe; sexo
people; guests; persons; party size; number of guests; number of people; number of persons; personen; visitors; adults
people; passengers; travellers; travelers; reisende; voyageurs; pasajeros; passeggeri; number of passengers
amount; quantity; qty; number; count; how many; menge; anzahl; quantite; cantidad
check in; checkin; arrival; arrival date; arriving; anreise; arrivee
outbound; outward; departure; departure date; departing; leaving; outward date; outbound date; hinfahrt; aller
check out; departure; departure date; departing; leaving; abreise
from; origin; departure; departure port; departure city; leaving from; departing from; start; von; depart; desde
to; destination; arrival city; going to; nach; vers; hasta; where to
author; writer; written by; autor; auteur; verfasser
children; kids; child; minors; kinder; enfants; ninos
jobs; careers; work with us; vacancies; career; karriere; stellen; emplois; empleo
faq; faqs; frequently asked questions; questions and answers; common questions
nationality; citizenship; staatsangehorigkeit; nationalite; nacionalidad
licence plate; license plate; registration number; number plate; plate; kennzeichen
message; comment; comments; remark; remarks; note; notes; enquiry; inquiry; question; nachricht; kommentar; mensaje
subject; topic; title; betreff; sujet; asunto; heading; headline
website; homepage; web site; home page; url; web address; webseite; site web
search; find; look up; lookup; query; keyword; keywords; search term; suche; suchen; rechercher; recherche; buscar
send; submit; absenden; abschicken; senden; envoyer; enviar; invia; verzenden
save; apply; store; update; save changes; speichern; ubernehmen; enregistrer; guardar; salva
next; continue; proceed; go on; weiter; suivant; continuer; siguiente; avanti
earlier; previous; older; past; former; fruher; frühere; anciens; anteriores
back; previous; zuruck; precedent; retour; anterior; indietro
cart; basket; bag; shopping cart; shopping basket; trolley; warenkorb; panier; carrito
delivery; shipping; dispatch; postage; versand; livraison; envio
coupon; voucher; promo code; discount code; promotion code; coupon code; gutschein; code promo
subscribe; newsletter sign up
price; cost; preis; prix; precio
settings; preferences; options; einstellungen; parametres; ajustes
help; support; hilfe; aide; ayuda
bio; biography; about me; about you; about yourself; uber mich; a propos de moi; sobre mi; chi sono; over mij
about; about us; who we are; uber uns; a propos
directions; how to get here; how to find us; find us; getting here; where we are; anfahrt; nous trouver
directions; comment venir; como llegar; donde estamos; dove siamo; come arrivare; route
opening hours; opening times; business hours; hours; when we are open; offnungszeiten; horaires; horarios
opening hours; horario; cuando abrimos; orari; openingstijden
contact; contact us; get in touch; kontakt; contactez nous; contacto
terms; terms and conditions; terms of service; terms of use; conditions; agb
privacy; privacy policy; data protection; datenschutz; confidentialite
download; get file; herunterladen; telecharger; descargar
picture; image; photo; bild; foto
file; attachment; document; datei; fichier; archivo
language; sprache; langue; idioma; lingua
yes; ja; oui; si; true
no; nein; non; false; nee
male; man; m; mr; mister; herr; monsieur; senor; signore; signor; sr; dhr; meneer; mannlich; homme; hombre
female; woman; f; mrs; ms; frau; madame; mme; senora; signora; sra; mevrouw; weiblich; femme; mujer
dr; doctor; doktor; docteur
prof; professor; professeur
other; another; diverse; none of these
monthly; per month; every month; month
yearly; annual; annually; per year; every year; year
weekly; per week; every week; week
daily; per day; every day; day
one way; single; einfach; aller simple
round trip; return; hin und zuruck; aller retour
cheapest; lowest price; price low to high; price ascending; price lowest first; cheapest first; low to high
most expensive; highest price; price high to low; price descending; price highest first; high to low
newest; latest; most recent; newest first; date descending; recent; recently added
oldest; oldest first; date ascending
small; s; klein
medium; m; m size
large; l; gross
extra large; xl; x large
extra small; xs; x small
united kingdom; uk; great britain; gb; gbr; england; britain; british; royaume uni; reino unido; vereinigtes konigreich
united states; united states of america; usa; us; american; america; etats unis; estados unidos; vereinigte staaten
germany; deutschland; german; allemagne; alemania; germania; de; deu
france; frankreich; french; francia; fr; fra
spain; spanien; spanish; espagne; espana; spagna; es; esp
italy; italien; italian; italie; italia; it; ita
austria; osterreich; autriche; at; aut
switzerland; schweiz; suisse; suiza; svizzera; ch; che
netherlands; the netherlands; holland; niederlande; pays bas; nl; nld
credit card; card; visa; mastercard; kreditkarte; carte bancaire
bank transfer; wire transfer; uberweisung; virement
invoice; bill; rechnung; facture
gbp; pounds; pound; pound sterling; british pounds; pfund
eur; euro; euros
usd; dollars; dollar; us dollars; us dollar
chf; francs; swiss francs; franken
monday; mon; montag; lundi; lunes
tuesday; tue; tues; dienstag; mardi; martes
wednesday; wed; mittwoch; mercredi; miercoles
thursday; thu; thur; thurs; donnerstag; jeudi; jueves
friday; fri; freitag; vendredi; viernes
saturday; sat; samstag; samedi; sabado
sunday; sun; sonntag; dimanche; domingo
january; jan; januar; janvier; enero
february; feb; februar; fevrier; febrero
march; mar; marz; mars; marzo
april; apr; avril; abril
may; mai; mayo
june; jun; juni; juin; junio
july; jul; juli; juillet; julio
august; aug; aout; agosto
september; sep; sept; septembre; septiembre
october; oct; okt; oktober; octobre; octubre
november; nov; novembre; noviembre
december; dec; dez; dezember; decembre; diciembre
0; zero
1; one; single; eins; un; uno; first; 1st; erste; premier; premiere; primera; prima
2; two; double; zwei; deux; dos; couple; second; 2nd; zweite; deuxieme; seconde; segunda; seconda
3; three; triple; drei; trois; tres; third; 3rd; dritte; troisieme; tercera; terza
4; four; vier; quatre; cuatro
5; five; funf; cinq; cinco
6; six; sechs; seis
7; seven; sieben; sept; siete
8; eight; acht; huit; ocho
9; nine; neun; neuf; nueve
10; ten; zehn; dix; diez
12; twelve; dozen
"""
"""A line for each meaning, first the words that stand for it; without accents, hyphens and full stops."""

_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

LONGEST = 200
"""Characters of a name that are looked at."""

ALONE = 3
"""Letters of a phrase that means what it stands for only where it is the whole name: "us", "at", "may"."""

MOST = 4
"""Words of the longest phrase."""

IDLE = frozenset(
    "the a an of your my our their please enter here for in on with and or is what which field button link required "
    "optional der die das ihr ihre le la les votre el los su tu il".split()
)
"""Words of a name that say nothing of what it is."""

_FIRST = 0xE000
"""Where the characters for private use begin, of which each meaning has one: it is like no word and no other one."""

WEIGHTY = ("sign in", "sign out", "sign up", "forgot password", "send", "subscribe")
"""Meanings that make another thing of a name."""


@cache
def _meanings() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for at, line in enumerate(_GROUPS.strip().splitlines()):
        for phrase in line.split(";"):
            words = phrase.strip() if phrase.isascii() else " ".join(_WORDS.findall(fold(phrase)))
            found.setdefault(words, set()).add(chr(_FIRST + at))
    return {phrase: frozenset(groups) for phrase, groups in found.items()}


@cache
def weighty() -> frozenset[str]:
    """The signs of meanings that make another thing of a name."""
    return frozenset().union(*(_meanings()[phrase] for phrase in WEIGHTY))


@cache
def counts() -> frozenset[str]:
    """The signs of the numbers that have words."""
    return frozenset().union(*(_meanings()[str(number)] for number in range(11)))


def is_sign(word: str) -> bool:
    """Whether a word stands for a meaning."""
    return len(word) == 1 and ord(word) >= _FIRST


def plain_words(text: str) -> list[str]:
    """The words of a text as they are compared: without case, accents and signs."""
    bare = fold(_HUMP.sub(" ", text[:LONGEST])).replace("e-mail", "email")
    return [word for word in _WORDS.findall(bare) if word]


def in_meanings(text: str) -> list[str]:
    """The words of a text, with one sign for each phrase whose meaning is known."""
    words, known, found = plain_words(text), _meanings(), []
    at = 0
    while at < len(words):
        for many in range(min(MOST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + many])
            if phrase in known and (len(phrase) > ALONE or many == len(words)):
                found.append(min(known[phrase]))
                at += many
                break
        else:
            found.append(words[at])
            at += 1
    return [word for word in found if word not in IDLE] or found


def meanings_of(text: str) -> frozenset[str]:
    """The signs of all that a whole name may mean."""
    return _meanings().get(text, frozenset())


def is_same(one: str, other: str) -> bool:
    """Whether two names mean the same, however they are called."""
    first, second = " ".join(plain_words(one)), " ".join(plain_words(other))
    if not first or not second:
        return False
    if first.replace(" ", "") == second.replace(" ", ""):
        return True
    known = _meanings()
    shared = known.get(first, frozenset()) & known.get(second, frozenset())
    return bool(shared) or set(in_meanings(one)) == set(in_meanings(other))
