#pragma once
/// Volumes of an operation by formula: contingency volume and ground risk buffer of a rotorcraft,
/// as LBA and FOCA read JARUS SORA 2.5, Annex A. The formulae have no drag; docs/contain.md states
/// them and their constants.

namespace montecopter {

/// An operation. The defaults are the constants of the LBA guide.
struct SoraOperation {
  double speed_m_s;             ///< largest speed over the ground
  double dimension_m;           ///< characteristic dimension: largest distance between tips
  double height_m;              ///< of the flight geography above the ground
  double climb_m_s = 5;         ///< largest rate of climb
  double reaction_s = 1;        ///< of the pilot or the automation
  double pitch_deg = 45;        ///< pitch angle of the stop manoeuvre
  double gnss_error_m = 3;      ///< S_GPS
  double position_error_m = 3;  ///< S_Pos, of holding the position
  double map_error_m = 1;       ///< S_K
  double altitude_error_m = 4;  ///< H_baro, of altitudes by GNSS
  double wind_m_s = 0;          ///< that carries a parachute; 0: not known
  bool has_parachute = false;
  double parachute_opening_s = 2;  ///< until the parachute is open
  double parachute_sink_m_s = 5;   ///< rate of descent under the parachute
  double mass_kg = 0;              ///< at take-off; 0: not known
  double gravity_m_s2 = 9.81;
};

/// Distances of the volumes [m].
struct SoraVolumes {
  double reaction;            ///< S_RZ, flown before the reaction
  double stop;                ///< S_CM, of the stop manoeuvre
  double contingency;         ///< S_CV, width of the contingency volume
  double climb_stop;          ///< H_CM, height gained when speed turns into height
  double contingency_height;  ///< H_CV, above the ground
  double ballistic;           ///< S_GRB of a ballistic fall, without the cap
  double one_to_one;          ///< S_GRB of the 1:1 rule
  double buffer;     ///< S_GRB: the ballistic one, at most the 1:1 rule, or the parachute's
  double parachute;  ///< S_GRB under a parachute
  double adjacent;   ///< reach of the adjacent area
  double pdra_s01;   ///< smallest buffer of PDRA-S01; NaN without a mass or above 150 m
};

SoraVolumes sora_volumes(const SoraOperation& operation);

}  // namespace montecopter
