"""Words of pages' controls that are about the same thing, in seven languages: looser than those that mean the same."""

from __future__ import annotations

from functools import cache

LEAST = 5
"""Letters of a word that may be a part of a longer one: "adresse" in "versandadresse"."""

_FAMILIES = """
pay payment checkout till bezahlen zahlung zahlen kasse bezahlung payer paiement caisse pagar pago caja pagamento
  cassa betalen afrekenen kassa settle
buy purchase order kaufen bestellen bestellung acheter achat commande commander comprar compra pedido pedir acquista
  acquisto ordine kopen bestelling encomenda
add hinzufugen legen ajouter anadir agregar aggiungi toevoegen adicionar put insert
cart basket bag trolley warenkorb einkaufswagen panier carrito cesta carrello winkelwagen winkelmandje mandje
  carrinho kosik
coupon voucher promo promotion promotional discount gutschein gutscheincode rabatt rabattcode aktionscode reduction
  remise bon descuento cupon sconto buono korting kortingscode cadeaubon desconto gift
code kode codigo codice cupom
delivery deliver shipping shipment ship dispatch postage lieferung liefern versand zustellung livraison expedition
  livrer envio entrega spedizione consegna levering bezorging verzending verzend
express fast next-day expres overnight eilig rapide rapido urgent urgente spoed snel schnell
standard normal regular ordinary normale estandar gewoon
pickup collect collection pick abholung abholen retrait retirer recogida recoger ritiro afhalen ophalen
price cost amount preis kosten betrag prix cout precio coste importe prezzo costo prijs bedrag preco fee charge
  tarif tarifa tariffa sum montant summe
minimum min from least lowest ab mindestens minimal mindest minimo desde vanaf dal
maximum max upto most highest bis hochstens maximal hochst maximo hasta jusque tot fino budget limit
sort order arrange sortieren sortierung ordnen reihenfolge trier tri classer ordenar orden ordina ordinare sorteren
  sorteer volgorde rank
filter refine narrow eingrenzen filtrer affiner filtrar filtros filtra affina verfijnen
brand make manufacturer vendor marke hersteller marque fabricant marca fabricante merk fabrikant produttore
quantity qty amount number count pieces menge anzahl stuckzahl stuck quantite nombre cantidad numero quantita aantal
  hoeveelheid quantidade units
size grosse taille talla tamano tamanho taglia misura dimensione maat formaat
color colour farbe couleur colore kleur cor
product item article goods produkt artikel ware produit producto articulo prodotto articolo produto merchandise
gift wrap present geschenk verpacken cadeau emballage regalo envolver confezione inpakken
search find query lookup seek suche suchen suchbegriff finden stichwort recherche rechercher chercher buscar
  busqueda busca cerca ricerca zoeken zoek zoekterm looking procurar pesquisar keyword mot szukaj
name nom nombre nome naam vollstandiger bezeichnung
first given vorname prenom voornaam primeiro forename christian
last family surname nachname familienname zuname apellido apellidos cognome achternaam sobrenome
email mail e-mail courriel mel correo posta epost mailadresse
phone telephone tel mobile cell telefon rufnummer handy mobil telefono movil celular telefoon cellulare cellulaire
  gsm portable fon
address adresse anschrift direccion indirizzo adres endereco domicile wohnort domicilio
street road strasse rue voie calle via straat rua hausnummer house line1
city town ville stadt ort ciudad localidad poblacion citta comune plaats stad woonplaats cidade commune municipality
  gemeinde locality
postcode zip postal plz postleitzahl cp cap codepostal
country nation land staat pays pais paese region
state province county bundesland departement department region provincia estado provincie kanton canton district
  comunidad
birth born birthday dob birthdate geboren geburtstag geburtsdatum geburt naissance nacimiento nascita geboorte
  geboortedatum nascimento
date day datum tag jour dia fecha giorno data dag when termin
month monat mois mes mese maand
year jahr annee ano anno jaar
time hour uhrzeit zeit uhr heure hora ora orario tijd tijdstip horario
arrival arrive checkin anreise ankunft arrivee llegada entrada arrivo aankomst
departure depart checkout abreise abfahrt abflug salida partenza vertrek
from origin source von ab start depart desde origen da van departure partenza de abfahrtsort startbahnhof leaving
to destination nach ziel zielbahnhof vers arrivee hacia hasta destino naar bestemming destinazione a para
people persons person guests guest passengers passenger travellers travelers travelling adults adult visitors party
  attendees participants personen gaste reisende passagiere erwachsene erwachsener teilnehmer voyageurs voyageur
  passagers personnes adultes pasajeros viajeros personas huespedes adultos passeggeri viaggiatori persone ospiti
  adulti reizigers gasten passagiers volwassenen
child children kids kinder enfants ninos bambini kinderen infants
class klasse classe clase cabin category
ticket tickets fahrkarte fahrschein billet billets billete entrada biglietto kaartje ticketart fare
direct nonstop direkt direktverbindung directe directo diretto rechtstreeks umsteigefrei stops
connection connections verbindung verbindungen trajet conexion reis verbinding itinerary trip journey train trains
  zug zuge timetable fahrplan fahrplanauskunft route
book reserve reservation booking buchen reservieren buchung reservierung reserver reservar reserva prenota
  prenotazione prenotare boeken reserveren reservering
room zimmer chambre habitacion camera kamer quarto
night nights nacht nachte nuit nuits noche noches notte notti nachten
sign log login anmelden einloggen connexion connecter identifier iniciar acceder ingresar entrar accedi accesso
  inloggen aanmelden authenticate
register registration signup join member membership enrol enroll registrieren mitglied beitreten inscription
  inscrire membre registrarse registro alta miembro socio iscriviti registrati iscrizione registreren lid account
logout signout abmelden ausloggen deconnexion deconnecter salir cerrar esci uitloggen afmelden leave
account profile konto profil compte cuenta perfil profilo rekening mijn profiel settings
settings preferences options configuration einstellungen parametres reglages ajustes configuracion preferencias
  opciones impostazioni preferenze instellingen voorkeuren
password passwort kennwort passe contrasena clave wachtwoord senha pin
user username nutzer benutzer benutzername nickname nick pseudo pseudonyme utilisateur usuario utente gebruiker
  gebruikersnaam handle alias screenname identifiant login
company organisation organization employer firm business firma unternehmen entreprise societe empresa azienda
  bedrijf organisatie
job position role occupation profession beruf stelle tatigkeit emploi metier puesto cargo profesion lavoro
  professione baan functie beroep title
message text body comment note remark enquiry inquiry question nachricht kommentar mitteilung anmerkung bemerkung
  frage anliegen commentaire remarque mensaje comentario consulta nota messaggio commento bericht opmerking vraag
  content
subject betreff objet sujet asunto oggetto onderwerp assunto headline heading titel titre titulo titolo topic thema
reply answer respond response antwort antworten beantworten repondre reponse responder respuesta contestar rispondi
  risposta antwoord antwoorden beantwoorden resposta
forward pass weiterleiten transferer reenviar inoltra doorsturen encaminhar
compose write draft new verfassen schreiben neue rediger ecrire nouveau nouvelle redactar escribir nuevo nueva
  scrivi componi nuovo nuova opstellen schrijven nieuw nieuwe novo nova create start begin erstellen creer crear
  crea open
draft entwurf brouillon borrador bozza concept rascunho later
trash bin deleted rubbish papierkorb geloscht geloschte corbeille supprimes papelera eliminados cestino prullenbak
  verwijderd lixeira recycle thrown
inbox received posteingang eingang reception recibidos entrada arrivo ontvangen mailbox
sent outbox gesendet gesendete envoyes enviados inviata inviati verzonden
spam junk unwanted indesirables unerwunscht deseado indesiderata ongewenst
recipient to addressee empfanger an destinataire destinatario ontvanger aan
attach attachment attachments file document upload anhang anhangen datei dokument hochladen piece jointe joindre
  fichier televerser adjuntar adjunto archivo subir allega allegato caricare bijlage bestand uploaden bijvoegen
  anexo
thread topic discussion conversation post diskussion beitrag thema faden fil sujet hilo tema debate conversacion
  discussione argomento draad onderwerp gesprek talk
post publish submit send share veroffentlichen absenden senden abschicken posten publier envoyer poster soumettre
  publicar enviar mandar pubblica invia inviare plaatsen verzenden versturen publiceren confirm bestatigen valider
  validate confirmar conferma bevestigen save speichern enregistrer guardar salva opslaan bewaar finish complete
  done fertig ok go
delete remove erase discard loschen entfernen verwerfen supprimer effacer enlever eliminar borrar quitar rimuovi
  elimina cancella verwijderen wissen weg apagar
cancel abort stornieren abbrechen annuler anular cancelar annulla annulleren afbreken
like heart upvote gefallt aime gusta piace vind thumbs recommend empfehlen
report file lodge raise flag melden signaler denunciar reportar segnala rapporteren abuse complain
edit change modify update amend bearbeiten andern modifier editer changer editar modificar cambiar modifica bewerken
  wijzigen aanpassen revise
history versions revisions versionen versionsgeschichte verlauf historique historial historia cronologia versioni
  geschiedenis log changes
discussion talk diskussion discussione discusion overleg
source wikitext quelltext code wikicode codigo sorgente brontekst
read more continue details full weiterlesen mehr lire suite plus leer mas leggi lees meer complete
show view display see list open zeigen anzeigen ansehen voir afficher ver mostrar mostra visualizza tonen bekijk
  bekijken toon results
results ergebnisse treffer resultats resultados risultati resultaten hits matches
terms conditions agb geschaftsbedingungen nutzungsbedingungen bedingungen cgu cgv terminos condiciones termini
  condizioni voorwaarden termos rules regeln reglement
accept agree consent approve zustimmen akzeptieren einverstanden accepter accepte consens acepto aceptar accetto
  accetta akkoord accepteren concordo declare confirm
privacy datenschutz confidentialite privacidad riservatezza privacybeleid donnees datos
newsletter subscribe mailing posted updates news abonnieren rundbrief infolettre abonner lettre boletin suscribirse
  suscribir noticias iscriviti nieuwsbrief abonneren
help support faq hilfe aide ayuda aiuto hulp assistance kundendienst service questions
contact kontakt contacter contacto contatti contatto reach touch
about uber propos acerca sobre chi over company impressum imprint
home start main startseite accueil inicio portada principal pagina casa begin hoofdpagina front
back return zuruck retour precedent volver atras anterior indietro terug previous
next continue proceed weiter fortfahren suivant suite continuer siguiente continuar seguir avanti prosegui
  successivo volgende verder doorgaan proximo
skip uberspringen passer ignorer omitir saltar salta overslaan later spater tard tarde dopo
close dismiss schliessen fermer cerrar chiudi sluiten fechar
print drucken imprimer imprimir stampa afdrukken printen
download herunterladen telecharger descargar scarica downloaden save export exportieren
manual guide instructions handbook anleitung handbuch bedienungsanleitung mode notice manuel guia instrucciones
  guida istruzioni handleiding gebruiksaanwijzing documentation docs
return returns refund refunds exchange ruckgabe erstattung umtausch retoure retours remboursement devolucion
  devoluciones reembolso resi rimborso retour terugbetaling
specification specifications specs technical details data technische daten merkmale fiche technique caracteristiques
  ficha tecnica caracteristicas especificaciones specifiche scheda specificaties kenmerken features properties
review reviews ratings opinion opinions say customer bewertung bewertungen rezension meinungen avis commentaires
  opiniones resenas valoraciones recensioni beoordelingen testimonials
rating rate stars score bewertung sterne note etoiles calificacion puntuacion estrellas voto stelle sterren
  beoordeling
description overview summary beschreibung uberblick zusammenfassung resume apercu descripcion resumen descrizione
  riassunto beschrijving samenvatting overzicht about
language sprache langue idioma lingua taal
gender sex title salutation anrede geschlecht civilite sexe genero sexo tratamiento genere sesso titolo geslacht
  aanhef
male man mr mister herr monsieur homme mannlich senor hombre masculino signore uomo maschio heer meneer
female woman mrs ms frau madame mme femme weiblich senora mujer femenino signora donna femmina mevrouw vrouw
id identity identification passport document ausweis personalausweis reisepass identite passeport identidad
  pasaporte dni nif nie identita passaporto identiteit paspoort card
tax steuer impot fiscal impuesto tributo tassa fiscale belasting steuernummer vat tva iva mwst btw
insurance versicherung assurance seguro assicurazione verzekering social
bank iban account konto bankverbindung compte bancaire cuenta bancaria conto rekening rekeningnummer
card credit debit karte kreditkarte carte tarjeta carta credito kaart
expiry expires expiration exp valid gultig ablaufdatum verfall expire caducidad vencimiento scadenza vervaldatum
  until
cvv cvc csc security prufnummer sicherheitscode cryptogramme seguridad sicurezza verificatiecode
application apply request antrag bewerben bewerbung beantragen demande candidature postuler solicitud solicitar
  domanda richiesta candidati aanvraag aanvragen solliciteren petition claim
appointment termin rendezvous rdv cita appuntamento afspraak slot
permit licence license genehmigung erlaubnis fuhrerschein permis autorisation licencia permiso permesso patente
  vergunning rijbewijs
certificate urkunde bescheinigung nachweis certificat attestation certificado acta certificato akte uittreksel
resident residence wohnsitz meldung domicile residencia empadronamiento residenza inschrijving
marital married civil familienstand verheiratet matrimonial estado stato burgerlijke
vehicle car plate kennzeichen fahrzeug auto vehicule voiture immatriculation vehiculo coche matricula veicolo targa
  voertuig kenteken registration
author writer by autor verfasser auteur autore schrijver von
publisher verlag editeur editorial editore uitgever
genre category section kategorie rubrik sparte categorie rubrique categoria seccion genere rubriek type kind art
  sort department
loan borrow lend ausleihen leihen entleihen emprunter pret prestamo prestar prestito lenen uitlenen checkout
renew extend verlangern prolonger renouveler renovar prorrogar rinnova verlengen
wish wishlist favourite favorite favorites bookmark merken merkzettel merkliste wunschliste watchlist envies
  souhaits favoris favori deseos favoritos guardar desideri preferiti verlanglijst favorieten bewaren save later
compare vergleichen comparer comparar confronta vergelijken
stock available availability verfugbar lagernd disponible disponibilite disponibilidad disponibile beschikbaar
  voorraad
sale sales deals offers offer angebote angebot sonderangebote soldes promotions offres ofertas oferta rebajas
  offerte saldi aanbiedingen aanbieding bargains clearance
location store shop branch filiale geschaft laden markt magasin boutique tienda negozio winkel vestiging standort
  stores
opening hours offnungszeiten horaires horario horarios orari openingstijden open
news nachrichten aktuelles neuigkeiten actualites noticias notizie nieuws latest press
weather wetter meteo tiempo clima weer forecast
map karte plan mapa mappa kaart directions anfahrt
picture image photo photos gallery bild bilder foto fotos galerie imagen imagenes galeria immagine galleria
  afbeelding afbeeldingen
video film filme films pelicula movie clip
priority importance urgency wichtigkeit prioritat dringlichkeit priorite prioridad importancia priorita prioriteit
  urgent level severity
status state zustand statut etat estado stato toestand progress
assignee owner responsible zustandig bearbeiter responsable asignado assegnato toegewezen
tag tags label labels schlagwort schlagworter etichetta etiquette etiquettes mots etiquetas etichette trefwoorden
  keywords
project projekt projet proyecto progetto
issue bug ticket problem fehler fehlermeldung probleme anomalie incidencia error problema probleem defect
copy duplicate kopieren copier copiar copia
move verschieben deplacer mover sposta verplaatsen
select choose pick option wahlen auswahlen auswahl choisir choix selectionner elegir seleccionar seleccione scegli
  seleziona kiezen kies
all every alle alles tous tout toutes todos todo tutti tutto
none nothing keine keiner aucun aucune ninguno nessuno geen
remember stay keep angemeldet eingeloggt merken souvenir rester recordar recordarme ricordami onthoud blijven
  persistent
donate donation support spende spenden don donner faire donar donacion dona donazione doneren doneer
share teilen partager compartir condividi delen
follow watch folgen beobachten suivre seguir segui volgen track
block mute ignore blockieren sperren bloquer ignorer bloquear silenciar blocca blokkeren negeren
invite einladen inviter invitar invita uitnodigen
vote poll abstimmen stimme voter sondage votar encuesta vota stemmen survey
event events veranstaltung veranstaltungen evenement evenements evento eventos eventi agenda calendar kalender
  calendrier calendario
course class lesson kurs lehrgang cours curso corso cursus
school schule ecole escuela scuola
reset clear zurucksetzen leeren reinitialiser restablecer limpiar azzera reimposta wissen
unsubscribe abbestellen desabonner desinscrire baja disiscriviti uitschrijven abmelden
transfer uberweisen uberweisung virement transferencia bonifico overschrijving overboeken
adult adults erwachsene erwachsener adultes adulte adulto adulti volwassenen interi intero plein vollzahler full
  general
child children kids reduced concession ermassigt kinder enfants reduit ridotto ridotti reducida reducido infantil
  bambini kinderen korting youth student jugendlich
slot window fascia oraria orario zeitfenster creneau horaire franja tijdslot tijdvak time
preview vorschau apercu previa previsualizar anteprima voorbeeld voorbeeldweergave previsualisation
quote cite citation zitieren zitat citer citar cita citeren citaat
exhibition exhibitions exhibit ausstellung ausstellungen expo exposition expositions exposicion exposiciones mostra
  mostre tentoonstelling tentoonstellingen
current now running aktuell aktuelle laufende laufend actuel actuelle cours actual actuales curso corso huidige nu
staff team people doctors colleagues mitarbeiter kollegium equipe personnel equipo personal personale medewerkers
  ploeg crew
doctor physician practitioner arzt arztin arzte medecin docteur medico medica dottore arts dokter
book books buch bucher livre livres libro libros libri boek boeken paperback hardcover
printed print paper gedruckt druck papier imprime impreso stampato cartaceo gedrukt
electronic digital ebook e-book electronique electronico elettronico elektronisch elektronische epub
audio audiobook horbuch audiolivre audiolibro luisterboek sound listen ton
travel travels journey trip trips reise reisen urlaub voyage voyages viaje viajes viaggio viaggi reis reizen tourism
history geschichte histoire historia storia geschiedenis
cooking food kitchen cookery kochen kuche cuisine cocina cucina koken keuken recipe recipes rezept rezepte recette
  recettes receta recetas ricetta ricette recept
subject topic field materia asignatura fach fachgebiet matiere discipline disciplina vak category theme
residence residential home dwelling apartment flat house wohnung wohnsitz haus logement domicile vivienda casa
  domicilio abitazione woning huis accommodation
main primary principal haupt hauptwohnung hauptsitz principale hoofd first
secondary second neben nebenwohnung zweitwohnung secondaire secundaria secondaria tweede additional other weitere
move moving moved einzug umzug einziehen auszug emmenagement demenagement mudanza trasloco verhuizing verhuizen
  since
salutation title anrede civilite tratamiento appellativo aanhef
given first rufname vorname
morning forenoon vormittag vormittags morgens matin matinee manana mattina ochtend noon am
afternoon lunch nachmittag nachmittags apresmidi midi tarde pomeriggio middag pm
evening night abend abends soir soiree noche sera avond
reach ring call phone telephone anrufen erreichen joindre rappeler llamar chiamare bellen callback
sms text texto mensaje testo bericht
remind reminder reminders alert notify notification notifications erinnern erinnerung benachrichtigung rappel
  rappeler notifier recordatorio avisar aviso promemoria notifica herinnering melding
reason cause why grund anlass motif raison motivo razon causa reden trouble troubling complaint symptom symptoms
  beschwerden concern
visit besuch visite visiter visita visitar bezoek bezoeken
fees fee prices price pricing cost costs tariff rates gebuhren kosten preise frais tarifs tarif tarifas precios
  tasas tariffe prezzi tarieven
area portal zone bereich espace zona omgeving space
patient patients patienten pacientes pazienti
progress draft interim zwischen zwischenspeichern zwischenstand provisoire brouillon progreso avance bozza
  tussentijds later
resolved resolution closed solved fixed erledigt gelost resolu ferme resuelto cerrado risolto chiuso opgelost
  gesloten
critical blocker severe major urgent kritisch schwer critique bloquant grave critico bloqueante bloccante kritiek
  ernstig high
low minor trivial gering niedrig faible mineur leicht menor bajo basso lieve laag
medium moderate mittel moyen medio media gemiddeld
private personal privat prive privado privato persoonlijk
public offentlich publique publico pubblico openbaar
archive archivieren archiv archiver archives archivar archivo archivia archivio archiveren archief
mark unread read gelesen ungelesen lu lus leido leida letto gelezen
receipt bestatigung lesebestatigung accuse acuse conferma leesbevestiging ricevuta bevestiging proof
tenancy lease rent rental mietvertrag miete mieten bail loyer location alquiler arrendamiento affitto contratto huur
  huurcontract contract vertrag contrat contrato
salary wage income pay gehalt lohn einkommen salaire revenu salario sueldo ingresos stipendio reddito salaris loon
  inkomen
education degree qualification school ausbildung bildung abschluss schulabschluss formation diplome educacion titulo
  estudios istruzione titolo opleiding diploma studies
experience erfahrung berufserfahrung experiencia esperienza ervaring
start begin beginn anfang debut inicio comienzo inizio aanvang
end finish ende schluss fin final termino fine einde until bis
hour hours uhr zeiten offnungszeiten heures horas horario abrimos apertura aperto orari uren openingstijden open
  geoffnet ouvert abierto
baggage luggage suitcase gepack koffer bagage bagages equipaje maleta bagaglio bagagli
seat seats sitz sitzplatz platz place siege asiento plaza posto zitplaats stoel
meal meals breakfast fruhstuck essen verpflegung repas desayuno comida pasto colazione maaltijd ontbijt
pet pets dog animal haustier hund animaux chien mascota perro animale cane huisdier hond
parking car-park parkplatz parken stationnement aparcamiento parcheggio parkeren
garden garten jardin giardino tuin
woman women damen frauen femmes mujeres donne dames vrouwen
man men herren manner hommes hombres uomini heren mannen
shoe shoes schuhe chaussures zapatos scarpe schoenen footwear
clothes clothing apparel kleidung vetements ropa abbigliamento kleding
shirt shirts hemd hemden chemise camisa camicia overhemd top tops
member members mitglied mitglieder membre membres miembro miembros socio socios soci lid leden
fine fines fee penalty strafe bussgeld gebuhr amende multa multas boete
complaint complain beschwerde reklamation reclamation plainte queja reclamacion reclamo klacht
signature sign unterschrift unterzeichnen signer firma firmar firmare handtekening ondertekenen
petition petitionen unterstutzen soutenir apoyar sostieni
subtotal total sum gesamt gesamtbetrag summe zwischensumme somme totale totaal
guest gast invite visitante invitado ospite without anonymous
unit units einheit einheiten unite unites unidad unidades unita eenheid measure
chapter kapitel chapitre capitulo capitolo hoofdstuk
license lizenz licence licencia licenza licentie copyright
version release ausgabe edition edicion edizione versie uitgave
source sources quelle quellen references reference nachweise einzelnachweise fuentes referencias fonti note bronnen
  bibliography literature literatur weblinks external links
"""
"""A line for each thing, those set in go on with it: words about it, in small letters without accents."""

GRAVE = tuple("delete cancel buy pay logout block transfer unsubscribe donate".split())
"""Words whose families make another thing of a button: no other name stands for one, and it for no other."""

SENDING = ("publish", "reset", "vote", "report")
"""Words whose families do something, too: what is asked for may be done by what does not say so, not otherwise."""


@cache
def _families() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for at, line in enumerate(_FAMILIES.replace("\n  ", " ").strip().splitlines()):
        for word in line.split():
            found.setdefault(word, set()).add(at)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def families(word: str) -> frozenset[int]:
    """The numbers of the families of a word without case and accents; of a long one those of its parts, too."""
    known = _families()
    if own := known.get(word, frozenset()) | known.get(word.removesuffix("s"), frozenset()):
        return own
    parts = [one for one in known if len(one) >= LEAST and one in word]
    longest = max(parts, key=len, default="")
    return known[longest] if longest else frozenset()
