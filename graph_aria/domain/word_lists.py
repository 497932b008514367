"""What English words mean beside each other, as compact tables of general knowledge.

Groups of base forms end with ";". A word may stand in several groups; that each of two words
shares a group with a third does not make those two alike.
"""

from __future__ import annotations

from typing import Final

SAME: Final = """
man guy gentleman fellow bloke; man male; woman lady female; child kid youngster; boy lad;
girl lass; person human individual someone somebody; baby infant; teenager teen adolescent;
teenage teen; mother mom mum mummy mama; father dad daddy papa; grandmother grandma granny nana;
grandfather grandpa grandad granddad; boss manager supervisor; colleague coworker workmate;
therapist counsellor counselor; doctor physician doc; neighbour neighbor;
policeman cop; friend buddy pal mate; photo picture photograph pic; bike bicycle;
motorbike motorcycle; cyclist biker bicyclist; car automobile auto;
truck lorry; plane airplane aeroplane aircraft; ship boat; sofa couch; rock stone boulder;
street road roadway; path trail track; sidewalk pavement; grass lawn; woods forest wood woodland;
sea ocean; beach shore seashore; coast shore; hill hillside slope; mountain mountainside;
house home; flat apartment; shop store; job work; movie film; tv television telly;
phone telephone; cellphone mobile smartphone; computer pc; fridge refrigerator; autumn fall;
holiday vacation; wedding marriage; party celebration; pant trouser; jumper sweater pullover;
shirt tshirt; sunglass shade; cap hat; clothe clothing outfit garment; swimsuit swimwear;
soccer football; gym workout; exercise workout training; noodle pasta; beverage drink;
sweet candy; cookie biscuit; aubergine eggplant; zucchini courgette; rabbit bunny;
dog canine hound; puppy pup; cat feline kitty; horse pony; rope cord; bag sack;
luggage suitcase baggage; trash rubbish garbage; pan skillet; pot saucepan; rear back;
border edge; middle center centre; backyard yard garden; barbell dumbbell; stunt trick;
gear equipment; ball volleyball; terrain landscape; audience crowd spectator;
onlooker spectator bystander viewer; thing object item; money cash; bus coach;
kid youth; supper dinner;
cemetery graveyard; forest jungle; stream creek brook; pond pool; cliff crag; swamp marsh;
pavement walkway; alley lane; store supermarket; pub bar; cafe coffeehouse; restaurant diner;
cinema theater theatre; school academy; university college uni; exam test; lesson class;
lecture talk; salary pay wage; error mistake; problem issue trouble; goal aim; idea thought;
fight argument quarrel; present gift; toy plaything; bench seat; chair seat; stair step;
lamp light; rug carpet; blanket cover; curtain drape; cupboard cabinet; wardrobe closet;
bathtub bath; toilet restroom bathroom; elevator lift; soda pop; shrimp prawn; corn maize;
dessert pudding; flu influenza; insomnia sleeplessness; psychotherapist therapist;
place spot location; illness disease sickness; pain ache; medicine medication;
tablet pill; talk speak chat converse; begin start; stop quit cease; end finish; buy purchase;
cut slice chop; chop dice mince; fix repair mend; jump leap; jump hop bounce; run jog;
run sprint race dash; walk stroll; hike trek; fight battle brawl; look gaze stare glance;
look watch observe; play frolic; play romp; like enjoy; love adore; hate detest loathe despise;
want wish; need require; help assist aid; use utilize employ; make create; make prepare;
cook prepare; build construct; throw toss hurl fling; put place set lay; mix blend; mix stir;
whisk stir beat; eat consume devour; eat munch chew; drink sip; sleep nap snooze doze; lie lay;
climb scale ascend; fly soar; grip hold clutch grasp; lift raise; pull drag tow haul; push shove;
dig burrow; sew stitch; grate shred; spread smear; squeeze press; wipe erase; shoot fire;
aim point; clap applaud; march parade; row paddle; crouch squat; kneel crouch; hang dangle;
trot jog; pack stow; bake roast; grill barbecue; simmer boil; season spice; knit crochet;
discard dump; collect gather; choose pick select; consider think; believe think; guess suppose;
recall remember; notice spot see; discover find; earn make; join enter; cancel drop;
postpone delay; rent lease; hire employ; fire dismiss; educate teach; tutor teach; raise rear;
rescue save; hurt injure wound; heal cure; hop skip; gallop run; hurry rush; speed race;
dash rush; swing sway; wave flap; shake shiver tremble; split divide; collapse fall;
vanish disappear; show display; cover wrap; surround circle encircle; entertain amuse;
scare frighten; annoy irritate bother; upset distress; please delight; surprise astonish amaze;
advise counsel; argue quarrel; complain moan; chat gossip; greet welcome; thank appreciate;
celebrate party; commute travel; journey trip travel; travel trip; volunteer help; journal diary;
notebook diary; shut close; shout yell scream; cry weep sob; laugh giggle chuckle; smile grin;
practise practice; practise train; practice train; instruct teach; study learn; paint draw;
sketch draw; clean cleanse; clean scrub polish; wash clean; rinse wash; break crack; stay remain;
live reside dwell; get obtain; get receive; bring fetch; meet encounter; fear dread; worry fret;
permit allow let; try attempt; strike hit; kick hit; tap touch; stroke pet caress;
hug embrace cuddle; chase pursue; tumble fall; slide glide; spin rotate turn; wander roam;
gather group; gather assemble; escort lead guide; relax rest unwind; depart leave;
attach fasten fix; carry bring; reside stay; own have possess; reply answer respond; phone call;
call name; big large; big huge; large huge; huge enormous giant gigantic; small little;
tiny little small; fast quick rapid; quickly fast rapidly hurriedly speedily swiftly;
slowly gradually; happy glad cheerful joyful; happily cheerfully joyfully merrily; sad unhappy;
scared afraid frightened; angry mad; tired exhausted; sick ill; clever smart intelligent;
silent quiet; silently quietly; loudly noisily; carefully cautiously; careful cautious;
old elderly aged elder; pretty beautiful lovely; pretty attractive; rich wealthy;
wet soaked drenched; filthy dirty; muddy dirty; strong powerful; hard difficult; easy simple;
correct right; wrong incorrect; naked nude; blond blonde; grey gray; golden gold; tan beige;
wooded forested; crowded packed; alone lone; colorful colourful multicolored multicoloured;
bare leafless; messy untidy; shiny glossy; sunny bright;
calm peaceful; kind nice; great wonderful fantastic amazing excellent;
awful terrible horrible dreadful; weird strange odd; famous wellknown; favorite favourite;
main chief; entire whole; final last; initial first; lonely alone; proud pleased;
grateful thankful; hungry starving; pregnant expecting; jobless unemployed; unwell ill sick;
thin slim skinny slender; fat overweight; tiny miniature; tall high; near close nearby;
far distant; steep sheer; dim dark; vacant empty; packed full; sharp pointed; lately recently;
sometimes occasionally; nearly almost; immediately instantly; suddenly abruptly;
energetically vigorously; gently softly; violently brutally; hungrily greedily voraciously;
beautifully gracefully; stupidly foolishly; recklessly carelessly; alone solitary;
outdoors outside outdoor; indoors inside indoor; upward up upwards; downward down downwards;
together jointly; often frequently; daily everyday; vegetarian veggie; perhaps maybe;
completely fully entirely totally; aggressively fiercely viciously ferociously;
intensely passionately; skillfully skilfully expertly; peacefully calmly; photograph film;
film record; erase delete; peer look; observe view; gulp drink; devour gobble; chew gnaw;
sniff smell; bathe wash; brush comb; pound beat hammer; crush mash; sprinkle scatter;
scatter spread; dip dunk; stack pile; arrange organise organize; decorate adorn; poke prod;
wrestle grapple; rehearse practise; rehearse practice; compete contest; cheer applaud;
exhibit show; display exhibit; transport carry; deliver bring; dive plunge; float drift;
speak converse; ride mount; stride walk; march stride; strip undress; trim cut; mow trim;
resign quit; relocate move; wed marry; prefer favor favour; intend plan; begin commence;
finish complete; purchase acquire; inform tell; chat natter; phone ring; mail post; email mail;
type write; sign subscribe; pick choose; assist support; support back; protect guard; guard watch;
shock stun; toddler tot; knife blade; handbag purse; backpack rucksack knapsack;
costume outfit; gown dress robe; cloak cape; sneaker trainer; makeup cosmetic; oven stove cooker;
stew soup; bun roll; chili pepper; hen chicken; rooster cock; donkey mule; ape monkey;
crocodile alligator; turtle tortoise; rat mouse; ledge edge; pit hole ditch; waterfall cascade;
barrier obstacle; doorway door entrance; corridor hallway hall; stairway staircase stair;
podium platform; stadium arena; pitch field; racetrack track; harbour harbor port;
dock pier jetty; highway motorway freeway; crossroad intersection junction; town city;
wilderness wild; sledge sled toboggan; scooter moped; wagon cart; helicopter chopper;
microphone mic; violin fiddle; tune song melody; concert gig; match game; contest competition;
race competition; prize award; newspaper paper; novel book; drawing painting sketch;
statue sculpture; banner flag; poster sign; lantern lamp; flame fire; bonfire fire;
explosion blast; rifle gun; pistol handgun; firm company business; office workplace;
occupation profession job career; position post job; flatmate roommate housemate; nation country;
alcohol booze; therapy counselling counseling; surgery operation; jab injection shot vaccine;
stomach belly tummy; thesis dissertation; fiancé fiancée fiance fiancee;
kindergarten nursery preschool; stepfather stepdad;
stepmother stepmum stepmom; physiotherapist physio; vet veterinarian; attorney lawyer solicitor;
coder programmer developer; author writer; painter artist; vocalist singer; hobby pastime;
habit routine; dream aspiration; fear phobia; memory recollection; youthful young; senior elderly;
ancient old; tanned tan; grimy dirty; misty foggy; overcast cloudy; icy frozen; stony rocky;
metallic metal; violet purple; stripy striped; checkered checked plaid; furry hairy fluffy shaggy;
bald hairless; muscular strong; plump chubby; drunk intoxicated; drowsy sleepy;
sleepy tired; joyful merry; energetic lively; brave fearless courageous; timid shy;
deserted empty; bustling busy; cracked broken; sliced chopped cut; uncooked raw; dull blunt;
vivid bright; tense stressed; fond keen; overseas abroad;
excitedly eagerly enthusiastically; unhappily sadly; furiously angrily; yearly annually annual
"""
"""Words that say the same in most sentences."""

NEAR: Final = """
man boy guy; woman girl; people crowd; dog puppy; cat kitten; look see; see watch;
check examine inspect look; study look examine; sit rest; lie rest; dance perform; sing perform;
play perform; act perform; cook fry; cook boil; cook bake; cook grill; drop put; pour put;
add put; add pour; drop pour; feed give; pick take; ride drive; ride use; go drive; go travel;
turn go; dive jump; bounce jump; spin whirl; follow chase; follow pursue; scratch stroke;
bite eat; carve cut; peel skin; bind tie; wear carry; hold carry; hold have; pull stop;
stop pause; walk hike; walk wander; walk trek; run rush; speak say; say tell; love like;
love enjoy; dislike hate; write note; draw write; make produce; make do; do perform; worship pray;
field meadow pasture; field grass; garden park; pool pond; stage platform; piano keyboard;
jacket coat; box container; bowl pot dish; cup mug glass; plate dish; meal dish; table desk;
board panel; photo camera; photo image; stick branch; stick wood; wood log; sand beach; sky air;
stone brick; pile heap; dark black; young little; young small; little baby; broken damaged;
worn torn; funny silly; strange weird; scared nervous; anxious nervous worried;
stressed overwhelmed; calm relaxed; model pose; surf ride; wade walk;
smoke puff; box punch; coat cover; soak wet; load pack; hope wish want; manage succeed;
mortgage loan; debt loan; degree diploma; hospital clinic; village town; boot shoe; slipper shoe;
suit costume; scarf shawl; skateboard board; surfboard board; carriage wagon; band group;
image drawing; picture painting; picture drawing; speech talk; show concert; court field;
gate door; wall barrier; fence barrier; calf cow; lamb sheep; busy crowded; busy stressed;
fat chubby; strong fit; kind friendly; nervous shy; ring call
"""
"""Words that may say the same, if the rest of the sentences lies close enough."""

WIDER: Final = """
person man woman boy girl child adult lady guy player rider biker cyclist teenager baby;
person dancer singer runner swimmer surfer skater driver worker performer musician athlete friend;
person walker hiker climber artist student pupil chef cook teacher skateboarder motorcyclist nurse;
person male female member spectator soldier guitarist actor actress doctor officer neighbour;
man policeman fisherman boy; adult man woman;
child boy girl baby toddler schoolboy schoolgirl pupil; kid boy girl baby; girl schoolgirl;
boy schoolboy; athlete runner swimmer player skater gymnast;
musician guitarist drummer pianist singer violinist; performer dancer singer actor musician;
parent mother father; sibling brother sister; relative aunt uncle cousin nephew niece;
animal dog cat horse bird fish monkey panda lion tiger elephant cow sheep rabbit puppy kitten deer;
animal hamster squirrel turtle bear wolf fox mouse goat pig donkey frog snake rhino;
pet dog cat hamster rabbit;
dog poodle bulldog terrier collie dachshund labrador retriever beagle husky greyhound sheepdog;
bird parrot duck eagle chicken owl seagull pigeon sparrow crow swan goose; bear panda;
monkey chimp chimpanzee ape; insect bee ant fly butterfly beetle;
food meat vegetable fruit bread cheese potato onion carrot tomato egg rice noodle pasta fish;
food cake sandwich pizza meal chicken beef pork shrimp ingredient tofu garlic cereal soup salad;
meat chicken beef pork steak ham bacon lamb;
vegetable onion carrot potato tomato cucumber pepper garlic broccoli cabbage lettuce eggplant;
fruit apple banana orange lemon grape pineapple melon strawberry mango;
nut peanut almond walnut cashew; liquid water milk oil juice coffee tea;
drink coffee tea juice beer wine water soda; juice lemonade; alcohol beer wine whisky vodka;
vehicle car truck bus bike bicycle motorcycle motorbike van jeep; car jeep taxi; bike motorbike;
boat canoe kayak raft sailboat;
instrument guitar piano flute violin drum trumpet harp keyboard cello;
clothe shirt jacket dress pant coat hat sweater suit uniform jean short; shirt blouse; hat helmet;
toy doll ball; ball football basketball baseball volleyball; tool knife hammer saw scissors;
sport football tennis basketball baseball soccer hockey rugby volleyball;
game chess football tennis; building house barn tower church school shop;
shop bakery supermarket bookshop; plant flower tree bush; flower rose tulip daisy;
tree oak pine palm; outdoors garden field park yard; outside garden field park yard;
area field place room; land field; water sea ocean lake river pool pond wave; body sea lake river;
ground grass field sand dirt lawn floor; road street path track highway;
weapon gun sword rifle pistol; gun rifle pistol shotgun;
furniture chair table bed sofa desk; container box jar bottle bucket can bag bowl;
device phone computer camera; machine car computer; meal breakfast lunch dinner; illness flu cold;
move run walk jump crawl swim climb dance; go run walk ride move; cook fry boil bake grill roast;
cut slice chop dice peel carve mow trim; speak shout whisper; make cook bake build;
put pour drop throw place; touch stroke pet; hit kick punch slap; fight box wrestle;
eat graze nibble gnaw; hold carry; look stare watch; exercise run jog swim;
happy delighted overjoyed; colored red green blue yellow orange purple pink; child son daughter;
shoe boot sneaker slipper sandal; bag backpack handbag purse suitcase;
reptile snake lizard turtle crocodile; ape gorilla chimpanzee; dance waltz tango ballet salsa;
exercise yoga pilates; hobby knitting painting;
doctor surgeon cardiologist dermatologist psychiatrist; worker builder plumber carpenter;
seafood shrimp crab lobster; pasta spaghetti lasagna; cheese cheddar mozzarella; bread toast bun;
spirit vodka whisky rum; sweet chocolate; dessert cake pudding; relative cousin grandparent;
grandparent grandmother grandfather; colour red green blue yellow; color red green blue yellow;
partner spouse husband wife boyfriend girlfriend fiancé fiancée fiance fiancee;
spouse husband wife; grandchild grandson granddaughter; dentist orthodontist;
therapist psychologist psychiatrist; headache migraine; sad depressed; unhappy depressed;
anxious terrified; scared terrified; afraid terrified; nervous terrified
"""
"""A wider word, then words that are kinds of it."""

APART: Final = """
man woman; boy girl; male female; he she; his her; him her; mother father; son daughter;
brother sister; husband wife; uncle aunt; nephew niece; grandmother grandfather;
boyfriend girlfriend; adult child; dog cat horse bird fish;
monday tuesday wednesday thursday friday saturday sunday;
january february march april may june july august september october november december;
spring summer autumn winter; morning afternoon evening night; breakfast lunch dinner;
black white red green blue yellow brown pink purple orange grey silver; light dark; big small;
large small; huge tiny; tall short; long short; high low; deep shallow; wide narrow; thick thin;
fat thin; heavy light; hot cold; warm cool; wet dry; clean dirty; full empty; open closed;
new old; young old; early late; fast slow; quickly slowly; loud quiet; loudly quietly;
silent noisy; strong weak; hard soft; hard easy; difficult easy; rough smooth; rich poor;
cheap expensive; happy sad; happily sadly; good bad; well badly; better worse; best worst;
right wrong; true false; left right; first last; near far; close far; inside outside; in out;
indoors outdoors; up down; upstairs downstairs; over under; above below; before after; front back;
with without; for against; from to; on off; on under; in from; towards away; past future;
always never; always sometimes rarely; more less; most least; many few; all none; alone together;
same different; public private; calm angry; calmly angrily; brave afraid; awake asleep;
alive dead; sick healthy; married single divorced; naked dressed; safe dangerous;
safely dangerously; like dislike hate; love hate; enjoy hate; prefer dislike; want refuse;
accept refuse reject; agree refuse; allow forbid; remember forget; know ignore; trust doubt;
help hinder; sit stand lie walk run kneel; sleep wake; start stop; begin end; start finish;
continue stop; keep lose; find lose; win lose; succeed fail; pass fail; buy sell; give take;
lend borrow; send receive; push pull; throw catch; open close; lock unlock; enter leave;
arrive leave; come go; stay leave; rise fall; climb descend; increase decrease; gain lose;
grow shrink; add remove; put remove; fill empty; pour drain; build destroy; make break; fix break;
wear remove; hit miss; catch drop; hold drop; pick drop; lift lower; raise lower; show hide;
reveal conceal; laugh cry; smile frown; speak listen; talk listen; ask answer; question answer;
follow lead; follow avoid; chase flee; attack defend; save kill; save spend; live die;
marry divorce; love fear; teach learn; work rest; play rest; run rest; eat fast; freeze melt;
float sink; swim sink; wash dirty; shout whisper; import export
"""
"""Words of which one excludes the other where both could stand."""
